//===- TameCommand.cpp - anomalloc tame -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Command.h"
#include "cli/Messages.h"
#include "cli/Terminal.h"
#include "tame/TameResult.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class TameCommand : public Command {
public:
  CommandInfo info() const override;
  void addOptions(OptionSet &O) override;
  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  Error verify(ArrayRef<StringRef> Arguments) const;
  void write(const Taming &Its) const;

  TameSettings Settings;
  std::optional<uint64_t> MinAllocations, Timeout;
  bool Json = false, Markdown = false;
  TerminalOptions Terminal;
};

CommandInfo TameCommand::info() const {
  CommandInfo Info = {
      "tame", "change a program so that it allocates less", "",
      "Builds, records and checks the program of the git repository around the "
      "current folder. Takes the changes that 'anomalloc lint' offers at "
      "measured lines, the hottest first. Makes one at a time, builds, runs "
      "the tests, compares the program's output, and records again. Keeps a "
      "change if there are fewer allocations than before, and nothing else got "
      "worse; else takes it back, and says why. Changes that saved nothing "
      "alone are tried once more together, where they belong together.\n\n"
      "It works in a work tree of its own at the commit HEAD, in a work folder "
      "of the user's cache: your files and your index stay as they are. Each "
      "kept change is a commit of the branch 'anomalloc-tame', and a patch. "
      "Interrupted or killed, the same command goes on where it stopped.\n\n"
      "Commands are run by the shell, at the top of the work tree. --build "
      "must configure, too. It finds 'anomalloc cc' in CC and 'anomalloc c++' "
      "in CXX.",
      "anomalloc tame --build='cmake -B build && cmake --build build' "
      "--run='build/solver input.dat' --test='ctest --test-dir build'\n"
      "anomalloc tame --build=./make.sh --run=./solver --dry-run\n"
      "anomalloc tame --build=./make.sh --run=./solver --markdown > "
      "request.md"};
  Info.ExitCodes =
      "exit code: 0 a change was kept, or none was to be tried; 1 changes were "
      "tried, and all were taken back; 2 a build, a run or a test that fails "
      "before any change, another problem with the input, or a wrong command "
      "line; 128 + n ended by signal n";
  Info.FailureCode = ExitUsage;
  return Info;
}

void TameCommand::addOptions(OptionSet &O) {
  O.group("how to build, run and test");
  O.text("build", "COMMAND", "configures and builds the program",
         Settings.Build);
  O.text("run", "COMMAND", "runs the program, which is recorded", Settings.Run);
  O.text("test", "COMMAND", "succeeds if the program is right", Settings.Test);
  O.flag("check-output",
         "end if the program's output differs from run to run; else it is "
         "compared where it does not",
         Settings.CheckOutput);
  O.text("compare", "COMMAND",
         "succeeds if the two files of output that it gets agree (byte by "
         "byte)",
         Settings.Compare);
  O.text("build-dir", "DIR",
         "where the build makes compile_commands.json, in the work tree "
         "(build, the top, or the first folder that has one)",
         Settings.Database);
  O.number("timeout", "seconds after which a command is ended (3600)", Timeout);
  O.choice("time", {"auto", "perf", "callgrind", "cpu", "none"},
           "how time is measured: instructions by 'perf stat' or callgrind, "
           "processor time of runs that alternate, or not at all (auto: the "
           "first that works)",
           Settings.Time);

  O.group("which changes");
  O.custom("only", "FILE",
           "only changes in this file or folder; may be "
           "repeated",
           [this](StringRef File) {
             Settings.Only.push_back(File.str());
             return Error::success();
           });
  O.number("min-allocations",
           "places with fewer measured allocations are cold (1000)",
           MinAllocations);
  O.number("max-steps", "try at most so many changes", Settings.MaxSteps);
  O.flag("dry-run", "build, record and check, and say what would be tried",
         Settings.DryRun);

  O.group("where");
  O.text("branch", "NAME", "the branch to make (anomalloc-tame)",
         Settings.Branch);
  O.text("work", "DIR",
         "the work folder, outside of the checkout (one in the user's cache)",
         Settings.Work);
  O.flag("restart", "begin anew, where an earlier run could go on",
         Settings.Restart);

  O.group("output");
  O.flag("json", "print JSON as 'anomalloc schema tame' describes", Json);
  O.flag("markdown", "print markdown, for a merge request", Markdown);
  Terminal.addOptions(O);
}

Error TameCommand::verify(ArrayRef<StringRef> Arguments) const {
  if (!Arguments.empty())
    return usageError("what is '" + Arguments.front() +
                      "' for? commands of several words stand within quotes");
  if (Settings.Build.empty())
    return usageError("how is the program built? --build=COMMAND");
  if (Settings.Run.empty())
    return usageError("what is to be run? --run=COMMAND");
  if (Json && Markdown)
    return usageError("--json and --markdown cannot both be given");
  constexpr uint64_t LongestTimeout = 10000000;
  if (Timeout && (!*Timeout || *Timeout > LongestTimeout))
    return usageError("--timeout: 1 to 10000000 seconds");
  return Error::success();
}

void TameCommand::write(const Taming &Its) const {
  if (Json)
    writeTameJson(outs(), Its);
  else if (Markdown)
    writeTameMarkdown(outs(), Its);
  else
    writeTameText(outs(), Its, Terminal.startOutput());
}

Expected<int> TameCommand::run(ArrayRef<StringRef> Arguments) {
  if (Error E = verify(Arguments))
    return std::move(E);
  Settings.MinAllocations = MinAllocations.value_or(Settings.MinAllocations);
  Settings.Timeout = Timeout.value_or(Settings.Timeout);
  Taming Its(Settings);
  Error E = Its.run();
  if (int Number = interruption()) {
    consumeError(std::move(E));
    tell("interrupted: the same command goes on");
    return 128 + Number;
  }
  if (E)
    return std::move(E);
  write(Its);
  const TameState &State = Its.state();
  return State.Steps.empty() || State.kept() ? 0 : 1;
}

RegisterCommand<TameCommand> RegisterTame;

} // namespace
} // namespace anomalloc
