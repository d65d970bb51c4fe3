//===- MergeCommand.cpp - anomalloc merge ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/Coverage.h"
#include "Profile/Merge.h"
#include "Profile/Symbolizer.h"
#include "Profile/TableOrder.h"
#include "Profile/Totals.h"
#include "Report/text/WholeFile.h"
#include "cli/Command.h"
#include "inputs/Inputs.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class MergeCommand : public Command {
public:
  CommandInfo info() const override {
    return {"merge", "add up profiles into one file", "-o OUTPUT PROFILE...",
            "Writes one profile that every verb reads as the sum of the given "
            "ones. Functions of dark allocations are named while their "
            "libraries are at hand, so that the file can be read elsewhere.",
            "anomalloc merge -o all.anomalloc program.*.anomalloc"};
  }

  void addOptions(OptionSet &O) override {
    O.text("output", "FILE", "the file to write; also -o FILE", Output);
    O.flag("keep-threads", "keep threads apart, for --thread filters",
           Inputs.KeepLanes);
    Inputs.addOptions(O);
    O.flag("json", "print what was written as JSON", Json);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (Output.empty())
      return usageError("no output file: say -o FILE");
    Inputs.ForFile = true;
    Expected<std::unique_ptr<Profile>> P = readInputs(Arguments, Inputs);
    if (!P)
      return P.takeError();
    symbolize(**P);
    trimRanks(**P);
    if (Error E = writeWholeFile(
            Output, [&](raw_ostream &OS) { return writeMerged(**P, OS); }))
      return std::move(E);
    if (Json) {
      Totals T = computeTotals(**P);
      outs() << formatv("{0:2}\n", json::Value(json::Object{
                                       {"output", Output},
                                       {"processes", (*P)->Processes.size()},
                                       {"allocations", T.Heap.Allocations},
                                       {"requested_bytes", T.Heap.Bytes}}));
    }
    return ExitSuccess;
  }

private:
  std::string Output;
  InputOptions Inputs;
  bool Json = false;
};

RegisterCommand<MergeCommand> RegisterMerge;

} // namespace
} // namespace anomalloc
