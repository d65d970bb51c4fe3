//===- ReportCommand.cpp - anomalloc report -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Analysis.h"
#include "Analysis/FilterCheck.h"
#include "Command.h"
#include "FilterOptions.h"
#include "Inputs.h"
#include "Profile/Errors.h"
#include "Profile/Symbolizer.h"
#include "Profile/Texts.h"
#include "Report/JsonReport.h"
#include "Report/Views.h"
#include "SizeProbe.h"
#include "Terminal.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr size_t DefaultTop = 10;
constexpr size_t DefaultTopChanges = 5;

std::vector<OptionWord> viewWords() {
  std::vector<OptionWord> Words;
  for (const View &V : views())
    Words.push_back(
        {V.Name.str(),
         V.Help.str() +
             (V.Needs & Lifetimes ? " (record --mode=lifetime)" : "")});
  return Words;
}

class ReportCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "report", "show where a program allocates, how often and how much",
        "PROFILE...",
        "Reads profiles, adds up several, and prints what to change: each "
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
  auto limit(uint64_t &Target) {
    return
        [&Target](StringRef Text) { return parseSize(Text).moveInto(Target); };
  }

  AnalysisOptions Analyze;
  TerminalOptions Terminal;
  std::set<std::string> Only;
  std::optional<uint64_t> Top, MinCount;
  bool NoProbe = false;
  Error addLint(Analysis &A) const;

  std::string AllocatorFile, LintFile;
  bool Json = false, All = false;
  InputOptions Inputs;
};

void ReportCommand::addOptions(OptionSet &O) {
  O.group("what is shown");
  O.words("only", "VIEW,...", viewWords(),
          "only these parts, as text or JSON:", Only);
  O.flag("all",
         "all parts that the profile has something for, as text; without "
         "it, a first page",
         All);
  O.number(
      "top",
      "rows of each table, and places to change; 0: all (10, and 5 places; "
      "all with --json)",
      Top);
  O.number("min-count",
           "only sizes, sites and functions with at least N "
           "allocations",
           MinCount);
  O.choice("sort", {"count", "bytes", "iteration"},
           "what comes first: most allocations, most bytes, or most "
           "allocations in each loop iteration (count)",
           Analyze.Sort);
  O.custom("small-limit", "SIZE", "the largest small allocation (256K)",
           limit(Analyze.Limits.Small));
  O.custom("large-limit", "SIZE", "the largest mid-sized allocation (1M)",
           limit(Analyze.Limits.Large));
  O.group("filters");
  addFilterOptions(O, Analyze.Filter,
                   {"source files, or libraries of dark allocations",
                    "functions, as 'Mesh::get*'"});
  O.group("output");
  O.flag("no-probe",
         "do not ask the allocator for its block sizes and its time", NoProbe);
  O.text("allocator", "FILE",
         "ask this library, which is run for it: the run's allocator, where "
         "it is none of the system's libraries or lies elsewhere now",
         AllocatorFile);
  O.text("lint", "FILE",
         "what 'anomalloc lint --json=FILE' wrote: each place to change names "
         "the checks that found the same blocks, best with the same --profile",
         LintFile);
  O.flag("json", "print JSON as docs/report.schema.json describes", Json);
  Terminal.addOptions(O);
  Inputs.addOptions(O);
}

Error ReportCommand::addLint(Analysis &A) const {
  if (LintFile.empty())
    return Error::success();
  auto Text = MemoryBuffer::getFile(LintFile);
  if (!Text)
    return inContext("--lint: " + LintFile, errorCodeToError(Text.getError()));
  Expected<std::vector<LintFinding>> Read =
      readLintFindings((*Text)->getBuffer());
  if (!Read)
    return inContext("--lint: " + LintFile, Read.takeError());
  A.Lint = std::move(*Read);
  A.LintOf = joinLintFindings(*A.Source, A.Changes, *A.Lint);
  return Error::success();
}

Expected<int> ReportCommand::run(ArrayRef<StringRef> Arguments) {
  if (Analyze.Limits.Small > Analyze.Limits.Large)
    return usageError("--small-limit is above --large-limit");
  if (All && !Only.empty())
    return usageError("--all does not go with --only");
  if (!AllocatorFile.empty() && NoProbe)
    return usageError("--allocator does not go with --no-probe");
  if (!AllocatorFile.empty() && !sys::fs::exists(AllocatorFile))
    return usageError("--allocator: there is no file " + AllocatorFile);
  Inputs.KeepLanes = !Analyze.Filter.Threads.empty();
  Expected<std::unique_ptr<Profile>> P = readInputs(Arguments, Inputs);
  if (!P)
    return P.takeError();
  warnOfChanged(symbolize(**P));
  if (Error E = checkFilter(**P, Analyze.Filter))
    return std::move(E);
  unsigned Needs = needsOf(chooseViews(Only), Json);
  if (Needs & StackLines && !(*P)->StackCounts.empty())
    warnOfChanged(symbolizeStacks(**P));
  if (Needs & FreeLines)
    symbolizeFreeSites(**P);
  AllocatorLibrary Allocator = chooseAllocator(**P, AllocatorFile);
  std::string NotMeasured;
  if (NoProbe)
    NotMeasured = "--no-probe";
  else if (Needs & BlockSizes)
    NotMeasured = measureUsableSizes(**P, Allocator);
  if (!NoProbe && Needs & Costs)
    measureCosts(**P, Allocator);

  if (!Json)
    makePrintable(**P);
  Analyze.MinCount = MinCount.value_or(0);
  Analyze.Top = Top.value_or(Json ? 0 : DefaultTop);
  Analyze.TopChanges = Top.value_or(Json ? 0 : DefaultTopChanges);
  Analysis A = analyze(**P, Analyze);
  A.Usable.NotMeasured = NotMeasured;
  if (Error E = addLint(A))
    return std::move(E);
  TextStyle Style = Terminal.startOutput();
  if (Json)
    writeJsonReport(outs(), A, Only);
  else
    writeTextReport(outs(), A, Style, Only, All);
  return ExitSuccess;
}

RegisterCommand<ReportCommand> Register;

} // namespace
} // namespace anomalloc
