//===- BisectStepCommand.cpp - test one commit ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What 'git bisect run' runs for each commit: build, run, check. It starts its
/// children in its own process group, so that 'anomalloc bisect' can end them
/// all.
///
//===----------------------------------------------------------------------===//

#include "Support/Errors.h"
#include "bisect/BisectTree.h"
#include "bisect/BisectedCommit.h"
#include "cli/Command.h"
#include "cli/Layout.h"
#include "cli/Messages.h"
#include "cli/RuntimeFlags.h"
#include "record/ChildProcess.h"
#include "record/OutputPattern.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

using Outcome = TestedCommit::Outcome;

/// Runs \p Line without standard input; what it prints goes to the end of the
/// file \p Log.
int runInto(const std::string &Log, std::vector<std::string> Line) {
  ErrorOr<std::string> Program = sys::findProgramByName(Line[0]);
  if (!Program)
    return 127;
  return runChild(*Program, Line,
                  [&](pid_t) {
                    int In = open("/dev/null", O_RDONLY);
                    int Out =
                        open(Log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
                    dup2(In, STDIN_FILENO);
                    dup2(Out, STDOUT_FILENO);
                    dup2(Out, STDERR_FILENO);
                  })
      .Code;
}

std::string textOf(const std::string &Path) {
  auto Text = MemoryBuffer::getFile(Path);
  return Text ? (*Text)->getBuffer().str() : "";
}

class BisectStepCommand : public Command {
public:
  CommandInfo info() const override {
    CommandInfo Info = {"bisect-step", "test one commit of a bisection", "",
                        "Tests the commit in the current folder, for "
                        "'anomalloc bisect'.",
                        ""};
    Info.FailureCode = 128; // Ends 'git bisect run'.
    return Info;
  }

  void addOptions(OptionSet &O) override {
    O.text("work", "DIR", "the folder of the bisection", Work);
    O.text("base", "COMMIT", "the good commit", Base);
    O.text("budget", "FILE", "the file of budgets", Budget);
    O.text("build", "COMMAND", "builds", Build);
    O.text("run", "COMMAND", "runs", Run);
    O.number("progress", "the descriptor to tell progress to", Progress);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  TestedCommit test(const BisectedCommit &Commit) const;

  std::string Work, Base, Budget, Build, Run;
  std::optional<uint64_t> Progress;
};

TestedCommit BisectStepCommand::test(const BisectedCommit &Commit) const {
  const std::string Self = findLayout().Program;
  auto Skipped = [](const Twine &Why) {
    return TestedCommit{Outcome::Skipped, Why.str()};
  };
  if (!Build.empty())
    if (int Code = runInto(Commit.log(), {"/bin/sh", "-c", Build}))
      return Skipped("it does not build: exit code " + Twine(Code));

  const char *Given = getenv("ANOMALLOC_OPTIONS");
  std::string Options = Given ? Given : "";
  appendOption(Options, "output",
               escapePattern(Commit.runs()) + "/%n.%p.anomalloc");
  setenv("ANOMALLOC_OPTIONS", Options.c_str(), 1);
  int Code = runInto(Commit.log(), {"/bin/sh", "-c", Run});
  if (Code)
    return Skipped("its run failed: exit code " + Twine(Code) +
                   "; if that is no failure, write '|| true' behind it");
  if (profilesInFolder(Commit.runs()).empty())
    return Skipped("its run wrote no profile: build it with 'anomalloc c++', "
                   "or write 'anomalloc record' before the program");

  // The next build replaces the program: its names are needed now.
  if (runInto(Commit.log(),
              {Self, "merge", "-o", Commit.profile(), Commit.runs()}))
    return Skipped("its profiles cannot be read");
  Code = runInto(Commit.log(),
                 {Self, "check", "--budget=" + Budget,
                  "--against=" + BisectedCommit(Work, Base).profile(),
                  "--root=.", "--json=" + Commit.verdicts(), Commit.profile()});
  auto FirstThat = [&](StringRef IsSo) {
    std::vector<CheckedLimit> Limits = Commit.limits(IsSo);
    return Limits.empty() ? "exit code " + utostr(unsigned(Code))
                          : Limits.front().Message;
  };
  switch (Code) {
  case 0:
    return {Outcome::Good, ""};
  case 1:
    return {Outcome::Bad, FirstThat("broken")};
  default:
    return Skipped("it cannot be checked: " + FirstThat("unanswered"));
  }
}

Expected<int> BisectStepCommand::run(ArrayRef<StringRef> Arguments) {
  if (Work.empty() || Run.empty() || Budget.empty() || !Arguments.empty())
    return usageError("'anomalloc bisect' runs this");
  if (Progress)
    dup2(int(*Progress), STDERR_FILENO);
  // The user's commands may run git elsewhere, and with hooks.
  forgetOuterGit();
  unsetenv("GIT_CONFIG_PARAMETERS");

  const std::string Head = Work + "/head";
  sys::fs::remove(Head);
  if (runInto(Head,
              {"git", "log", "-1", "--no-show-signature", "--format=%H %s"}))
    return makeError("git cannot say which commit this is");
  const std::string Text = textOf(Head);
  auto [Hash, Subject] = StringRef(Text).split('\n').first.split(' ');

  BisectedCommit Commit(Work, Hash);
  TestedCommit Tested = Commit.load();
  if (Tested.Its == Outcome::Untested) {
    if (std::error_code EC = sys::fs::create_directories(Commit.runs()))
      return inContext(Commit.runs(), errorCodeToError(EC));
    Tested = test(Commit);
    if (Error E = Commit.save(Tested))
      return std::move(E);
    // What the build wrote over would be in the way of the next commit.
    if (runInto(Commit.log(), {"git", "reset", "--hard", "--quiet"}))
      return makeError("git cannot restore what the build changed");
  }
  const bool IsGood = Tested.Its == Outcome::Good;
  const bool IsBad = Tested.Its == Outcome::Bad;
  tell(Hash.take_front(ShortHash) +
       (IsGood  ? " good: "
        : IsBad ? " bad: "
                : " skipped: ") +
       Subject + (IsGood ? "" : " (" + Tested.Why + ")"));
  return IsGood ? BisectGood : IsBad ? BisectBad : BisectSkip;
}

RegisterCommand<BisectStepCommand> RegisterBisectStep;

} // namespace
} // namespace anomalloc
