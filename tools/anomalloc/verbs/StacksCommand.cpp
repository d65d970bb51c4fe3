//===- StacksCommand.cpp - anomalloc stacks -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/stacks/StackGraphViews.h"
#include "Report/stacks/StackViews.h"
#include "cli/Command.h"
#include "cli/Terminal.h"
#include "inputs/StackInputs.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class StacksCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "stacks", "show from which calling stacks a program allocates",
        "PROFILE...",
        "Reads profiles that were recorded with --mode=stacks, adds up "
        "several, and prints where to repair: the few functions that lead to "
        "most allocations, as 'anomalloc callgraph' finds them. Then follow "
        "the heaviest stack trace types: the sets of stacks with the same "
        "function at every level, inlined functions included, with their "
        "numbers of occurrences.\n\n"
        "Level 0 is the code that called the allocation function. Where a "
        "type has several lines at one level, the line is shown through "
        "which most allocations came. Functions and lines come from the "
        "debug information of the program and its libraries, if they are "
        "still those of the run.\n\n"
        "--blocks asks for the blocks that leaked, that lived at the peak, "
        "or that had another fate; the mode lifetime+stacks records it."
        "\n\n"
        "A stack is shown if it passes each kind of filter that is given; of "
        "one kind, one match is enough.",
        "anomalloc stacks program.4711.anomalloc\n"
        "anomalloc stacks --size=12 --section=local --user *.anomalloc\n"
        "anomalloc stacks --view=bottom-up --limit=0 *.anomalloc\n"
        "anomalloc stacks --blocks=leaked --sort=bytes *.anomalloc"};
  }

  void addOptions(OptionSet &O) override {
    O.choice("view", {"list", "tree", "bottom-up"},
             "each type by itself, callers above what they call, or who "
             "allocates above who called it (list)",
             Shown);
    Inputs.addOptions(O);
    O.flag("json", "print JSON as 'anomalloc schema stacks' describes", Json);
    Terminal.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    Expected<StackTree> T = Inputs.read(Arguments, /*ForPeople=*/!Json);
    if (!T)
      return T.takeError();
    TextStyle Style = Terminal.startOutput();
    if (Shown == View::List && !Json && !T->Types.empty()) {
      writeWhereToRepair(outs(), *T, buildStackGraph(*T), Style);
      outs() << '\n';
    }
    T->keepHeaviest(Inputs.limit());
    if (Json)
      writeJsonStacks(outs(), *T);
    else if (Shown == View::List)
      writeStackList(outs(), *T, Style);
    else
      writeStackTree(outs(), *T, Shown == View::BottomUp, Style);
    return ExitSuccess;
  }

private:
  enum class View { List, Tree, BottomUp };
  View Shown = View::List;
  StackInputs Inputs{3};
  TerminalOptions Terminal;
  bool Json = false;
};

RegisterCommand<StacksCommand> RegisterStacks;

} // namespace
} // namespace anomalloc
