//===- SymbolizeCommand.cpp - anomalloc symbolize -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Symbolizer.h"
#include "Report/stacks/LevelList.h"
#include "cli/Command.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class SymbolizeCommand : public Command {
public:
  CommandInfo info() const override {
    return {"symbolize", "name the functions and lines of addresses",
            "OBJECT ADDRESS...",
            "Prints a line for each level of inlining at each address of a "
            "program or a library, innermost first, then an empty line. The "
            "addresses are those of the file, not of a process, and lie in the "
            "instructions to be named. The headers for tests "
            "(<anomalloc/test.h>) name the stacks of a broken limit so.",
            "anomalloc symbolize solver_test 0x4f3c 0x5170"};
  }

  void addOptions(OptionSet &O) override { O.flag("json", "print JSON", Json); }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (Arguments.empty())
      return usageError("no object named");
    if (Arguments.size() == 1)
      return usageError("no address named");
    std::vector<uint64_t> Addresses;
    for (StringRef Argument : Arguments.drop_front()) {
      uint64_t Address;
      if (Argument.getAsInteger(0, Address))
        return usageError("'" + Argument +
                          "' is no address; one is a number, as 0x4f3c");
      Addresses.push_back(Address);
    }
    Profile P;
    Expected<std::vector<std::vector<Frame>>> Levels =
        symbolizeAddresses(P, Arguments[0], Addresses);
    if (!Levels)
      return Levels.takeError();
    if (Json)
      writeJsonLevels(outs(), Addresses, *Levels);
    else
      writeTextLevels(outs(), *Levels);
    return ExitSuccess;
  }

private:
  bool Json = false;
};

RegisterCommand<SymbolizeCommand> RegisterSymbolize;

} // namespace
} // namespace anomalloc
