//===- BisectCommand.cpp - anomalloc bisect -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bisect/Bisection.h"
#include "cli/Command.h"
#include "cli/Messages.h"
#include "cli/Terminal.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

class BisectCommand : public Command {
public:
  CommandInfo info() const override;
  void addOptions(OptionSet &O) override;
  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  Error verify(ArrayRef<StringRef> Arguments) const;
  Expected<int> report() const;

  BisectSettings Settings;
  bool Json = false;
  TerminalOptions Terminal;
};

CommandInfo BisectCommand::info() const {
  CommandInfo Info = {
      "bisect", "find the commit that broke a budget", "",
      "Drives 'git bisect run': builds and runs commits between a good and a "
      "bad one, and holds each run to a file of budgets as 'anomalloc check' "
      "does. Names the first bad commit, the limits that it breaks, and the "
      "sites that make more than before.\n\n"
      "It works in a work tree of its own in the temporary folder (TMPDIR), "
      "which goes at the end: your files, index, branch and an ongoing "
      "bisection stay as they are. Commits are tested, not what is not "
      "committed; but the file of budgets is the one that is there now. The "
      "work tree stays from commit to commit, so that builds go on from what "
      "is built.\n\n"
      "Both commands are run by the shell, at the top of the work tree. A "
      "commit is skipped if one of them fails, or no profile was written. A "
      "program that was built with 'anomalloc c++' records itself; for "
      "another, or for another mode, write 'anomalloc record' before it. "
      "Limits such as +1 % are told beside the good commit.",
      "anomalloc bisect --good=v1.2 --bad=main --build='make -j4 solver' "
      "--run='./solver input.dat'\n"
      "anomalloc bisect --good=HEAD~100 --paths src lib --build='cmake -B "
      "build && cmake --build build' --run='anomalloc record --mode=lifetime "
      "build/solver'"};
  Info.ExitCodes =
      "exit code: 0 the first bad commit was found, 1 it was not: only commits "
      "that cannot be tested are left, or none that touches --paths; 2 a good "
      "commit that is not good, a bad one that is not bad, a problem with the "
      "input, or a wrong command line; 128 + n ended by signal n";
  Info.FailureCode = ExitUsage;
  return Info;
}

void BisectCommand::addOptions(OptionSet &O) {
  O.group("which commits");
  O.text("good", "REF", "a commit that holds all limits", Settings.Good);
  O.text("bad", "REF", "a later one that breaks a limit (HEAD)", Settings.Bad);
  auto AddPath = [this](StringRef Path) {
    Settings.Paths.push_back(Path.str());
    return Error::success();
  };
  O.arguments("paths", "PATH...", "only commits that touch these", AddPath,
              AddPath);
  O.group("how to test one");
  O.text("build", "COMMAND", "builds the program; none: --run does",
         Settings.Build);
  O.text("run", "COMMAND", "runs the program, which is recorded", Settings.Run);
  O.text("budget", "FILE", "the file of budgets (anomalloc.yaml)",
         Settings.Budget);
  O.group("output");
  O.flag("json", "print JSON as 'anomalloc schema bisect' describes", Json);
  Terminal.addTextOptions(O);
}

Error BisectCommand::verify(ArrayRef<StringRef> Arguments) const {
  if (!Arguments.empty())
    return usageError("what is '" + Arguments.front() +
                      "' for? paths stand after --paths, commands of several "
                      "words within quotes");
  if (Settings.Good.empty())
    return usageError("no good commit named: --good=REF");
  if (Settings.Run.empty())
    return usageError("what is to be run? --run=COMMAND");
  return Error::success();
}

/// Bisects, and prints what was found.
Expected<int> BisectCommand::report() const {
  Bisection Its(Settings);
  Expected<BisectResult> Result = Its.run();
  if (!Result)
    return Result.takeError();
  Expected<GrownSites> Sites = findGrownSites(*Result, /*ForPeople=*/!Json);
  if (!Sites)
    return Sites.takeError();
  if (Json)
    writeBisectJson(outs(), *Result, *Sites);
  else
    writeBisectText(outs(), *Result, *Sites, Terminal.startOutput());
  return Result->found() ? 0 : 1;
}

Expected<int> BisectCommand::run(ArrayRef<StringRef> Arguments) {
  if (Error E = verify(Arguments))
    return std::move(E);
  // What git starts writes to files; this is where a person looks.
  Settings.ProgressTo = dup(STDERR_FILENO);
  Expected<int> Code = report();
  if (int Number = interruption()) {
    if (!Code)
      consumeError(Code.takeError());
    tell("interrupted: the temporary work tree is gone, nothing else changed");
    return 128 + Number;
  }
  return Code;
}

RegisterCommand<BisectCommand> RegisterBisect;

} // namespace
} // namespace anomalloc
