//===- CallgraphCommand.cpp - anomalloc callgraph -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/stacks/StackGraphViews.h"
#include "cli/Command.h"
#include "cli/Terminal.h"
#include "inputs/StackInputs.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class CallgraphCommand : public Command {
public:
  CommandInfo info() const override {
    return {"callgraph", "show where execution paths to allocations meet",
            "PROFILE...",
            "Reads profiles that were recorded with --mode=stacks, and draws "
            "the call graph of the selected stack trace types. Functions that "
            "many allocations pass stand out.\n\n"
            "It names the few functions whose repair would take away the most "
            "allocations: not those at the ends, which everybody calls, nor "
            "main, but where the paths to many allocations have met for the "
            "last time.",
            "anomalloc callgraph --section=local program.4711.anomalloc\n"
            "anomalloc callgraph --user --format=svg *.anomalloc > graph.svg"};
  }

  void addOptions(OptionSet &O) override {
    O.choice("format", {"text", "dot", "svg", "json"},
             "text, a drawing for Graphviz, a drawing, or JSON as "
             "'anomalloc schema callgraph' describes (text)",
             Written);
    Inputs.addOptions(O);
    Terminal.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    Expected<StackTree> T =
        Inputs.read(Arguments, /*ForPeople=*/Written != Format::Json);
    if (!T)
      return T.takeError();
    T->keepHeaviest(Inputs.limit());
    StackGraph G = buildStackGraph(*T);
    TextStyle Style = Terminal.startOutput();
    switch (Written) {
    case Format::Text:
      writeTextStackGraph(outs(), *T, G, Style);
      break;
    case Format::Dot:
      writeDotStackGraph(outs(), *T, G);
      break;
    case Format::Svg:
      writeSvgStackGraph(outs(), *T, G);
      break;
    case Format::Json:
      writeJsonStackGraph(outs(), *T, G);
      break;
    }
    return ExitSuccess;
  }

private:
  enum class Format { Text, Dot, Svg, Json };
  Format Written = Format::Text;
  StackInputs Inputs{0};
  TerminalOptions Terminal;
};

RegisterCommand<CallgraphCommand> RegisterCallgraph;

} // namespace
} // namespace anomalloc
