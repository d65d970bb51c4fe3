//===- ReportCommand.cpp - anomalloc report -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Views.h"
#include "Report/report/JsonReport.h"
#include "cli/Command.h"
#include "cli/Terminal.h"
#include "inputs/AnalysisInputs.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr size_t DefaultTop = 10;
constexpr size_t DefaultTopChanges = 5;

std::vector<OptionWord> reportViewWords() {
  std::vector<OptionWord> Words;
  for (const View &V : views()) {
    std::string Help = V.Help.str();
    if (StringRef How = recordedBy(V.Needs); !How.empty())
      Help += " (" + How.str() + ")";
    Words.push_back({V.Name.str(), std::move(Help)});
  }
  return Words;
}

class ReportCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "report", "show where a program allocates, how often and how much",
        "PROFILE...",
        "Reads profiles, adds up several (with a warning, if their programs "
        "did not run together), and prints what to change: each "
        "place and remedy once, with the lines, their numbers of allocations, "
        "their loop depth, the evidence, and what a change would save. Then "
        "the heaviest allocation sites, and commands that would tell more. "
        "--all adds the other parts, --only chooses some.\n\n"
        "The line to change is the first one above all makers: functions that "
        "make blocks for their callers, as constructors, operators and library "
        "functions do. The time that a change saves is told as a range: from "
        "the allocator's own, to that with the work around it. Both are "
        "measured here, as block sizes are.\n\n"
        "What the allocator takes is measured. The library that gave the run "
        "its malloc is asked for a block of each size, in a process of its "
        "own, if the library is here and has not changed. The profile names "
        "that library, but no profile may choose what is run here: so it must "
        "be one of the system's, which root alone can change, or the one that "
        "--allocator names. Otherwise, and above 256 MiB, glibc's rule is "
        "applied; about other allocators nothing is said then.\n\n"
        "An allocation is shown if it passes each kind of filter that is "
        "given; "
        "of one kind, one match is enough. "
        "Patterns are globs; a file also matches by the end of its path, "
        "and functions by any level of the inline chain.",
        "anomalloc report program.4711.anomalloc\n"
        "anomalloc report --all program.4711.anomalloc\n"
        "anomalloc report --only=sites --size=12,24 --section=local "
        "*.anomalloc\n"
        "anomalloc report --json *.anomalloc > report.json\n"
        "anomalloc report --lint=lint.json program.4711.anomalloc"};
  }

  void addOptions(OptionSet &O) override;
  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  TerminalOptions Terminal;
  std::set<std::string> Only;
  std::optional<uint64_t> Top, MinCount;
  bool Json = false, All = false, OfRanks = false;
  AnalysisInputs Inputs;
};

void ReportCommand::addOptions(OptionSet &O) {
  O.group("what is shown");
  O.words("only", "VIEW,...", reportViewWords(),
          "only these parts, as text or JSON:", Only);
  O.flag("ranks", "short for --only=ranks", OfRanks);
  O.flag("all",
         "all parts that the profile has something for, as text; without "
         "it, a first page",
         All);
  O.number(
      "top",
      "rows of each table, and places to change; 0: all (10, and 5 places; "
      "all places with --all, all of both with --json)",
      Top);
  O.number("min-count",
           "only sizes, sites and functions with at least N "
           "allocations",
           MinCount);
  O.choice("sort", {"count", "bytes", "iteration"},
           "what comes first: most allocations, most bytes, or most "
           "allocations in each loop iteration (count); of places to change, "
           "those that save the most time, or with bytes the most bytes",
           Inputs.Analyze.Sort);
  O.flag("leaks",
         "a place to change for all blocks that lived at the end, however few "
         "(record --mode=lifetime)",
         Inputs.Analyze.AllLeaks);
  Inputs.addLimits(O);
  Inputs.addFilters(O);
  O.group("output");
  O.flag("json", "print JSON as 'anomalloc schema report' describes", Json);
  Terminal.addOptions(O);
  Inputs.addSources(O);
}

Expected<int> ReportCommand::run(ArrayRef<StringRef> Arguments) {
  if (OfRanks)
    Only.insert("ranks");
  if (All && !Only.empty())
    return usageError("--all does not go with --only or --ranks");
  if (Error E = Inputs.check())
    return std::move(E);
  AnalysisOptions &Analyze = Inputs.Analyze;
  Analyze.MinCount = MinCount.value_or(0);
  Analyze.Top = Top.value_or(Json ? 0 : DefaultTop);
  Analyze.TopChanges = Top.value_or(Json || All ? 0 : DefaultTopChanges);
  Expected<AnalyzedRun> Run = Inputs.read(
      Arguments, needsOf(chooseViews(Only), Json), /*ForPeople=*/!Json);
  if (!Run)
    return Run.takeError();
  const Analysis &A = Run->Tables;
  TextStyle Style = Terminal.startOutput();
  if (Json)
    writeJsonReport(outs(), A, Only);
  else
    writeTextReport(outs(), A, Style, Only, All);
  return ExitSuccess;
}

RegisterCommand<ReportCommand> RegisterReport;

} // namespace
} // namespace anomalloc
