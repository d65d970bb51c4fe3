//===- AnalysisInputs.cpp - profiles to the tables of a report ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/AnalysisInputs.h"
#include "Analysis/filter/FilterCheck.h"
#include "Profile/Symbolizer.h"
#include "Profile/Texts.h"
#include "Recover/Recover.h"
#include "Report/Views.h"
#include "Support/Errors.h"
#include "allocators/SizeProbe.h"
#include "cli/Command.h"
#include "cli/FilterOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace anomalloc {

void AnalysisInputs::addLimits(OptionSet &O) {
  auto Limit = [](uint64_t &Target) {
    return
        [&Target](StringRef Text) { return parseSize(Text).moveInto(Target); };
  };
  O.custom("small-limit", "SIZE", "the largest small allocation (256K)",
           Limit(Analyze.Limits.Small));
  O.custom("large-limit", "SIZE", "the largest mid-sized allocation (1M)",
           Limit(Analyze.Limits.Large));
}

void AnalysisInputs::addFilters(OptionSet &O) {
  O.group("filters");
  addFilterOptions(O, Analyze.Filter,
                   {"source files, or libraries of dark allocations",
                    "functions, as 'Mesh::get*'"});
}

void AnalysisInputs::addProbe(OptionSet &O) {
  O.flag("no-probe",
         "do not ask the allocator for its block sizes and its time", NoProbe);
}

void AnalysisInputs::addSources(OptionSet &O) {
  addProbe(O);
  O.text("allocator", "FILE",
         "ask this library, which is run for it: the run's allocator, where "
         "it is none of the system's libraries or lies elsewhere now",
         AllocatorFile);
  O.text("lint", "FILE",
         "what 'anomalloc lint --json=FILE' wrote: each place to change names "
         "the checks that found the same blocks, best with the same --profile",
         LintFile);
  Inputs.addOptions(O);
}

Error AnalysisInputs::check() const {
  if (Analyze.Limits.Small > Analyze.Limits.Large)
    return usageError("--small-limit is above --large-limit");
  if (!AllocatorFile.empty() && NoProbe)
    return usageError("--allocator does not go with --no-probe");
  if (!AllocatorFile.empty() && !sys::fs::exists(AllocatorFile))
    return usageError("--allocator: there is no file " + AllocatorFile);
  return Error::success();
}

Error AnalysisInputs::addLint(Analysis &A) const {
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

Expected<AnalyzedRun> AnalysisInputs::read(ArrayRef<StringRef> Paths,
                                           unsigned Needs, bool ForPeople) {
  Inputs.KeepLanes = KeepLanes || !Analyze.Filter.Threads.empty();
  Expected<std::unique_ptr<Profile>> P = readInputs(Paths, Inputs);
  if (!P)
    return P.takeError();
  warnOfChanged(nameCode(**P, Needs & LinesOfStacks));
  if (Error E = checkFilter(**P, Analyze.Filter))
    return std::move(E);
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

  if (ForPeople)
    makePrintable(**P);
  AnalyzedRun Run;
  Run.Model = std::move(*P);
  Run.Tables = analyze(*Run.Model, Analyze);
  Run.Tables.Usable.NotMeasured = NotMeasured;
  if (Error E = addLint(Run.Tables))
    return std::move(E);
  return Run;
}

} // namespace anomalloc
