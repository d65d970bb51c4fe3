//===- CoverageView.cpp - what was seen, and what was not -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Coverage   of the whole profile
///   312 of 1,204 known sites ran, in 14 units; dark allocations were seen
///   ! 1 of 4 processes did not end in order: ...
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// "1 of 4 processes", or "the process" if there is but one.
std::string someOf(uint64_t Part, uint64_t Whole) {
  if (Whole == 1)
    return "the process";
  return formatCount(Part) + " of " + formatNumberOf(Whole, "process");
}

} // namespace

static std::string knownSites(const Coverage &C) {
  std::string Text;
  if (C.Sites || !C.Recovered)
    Text = formatCount(C.SitesHit) + " of " +
           formatNumberOf(C.Sites, "known site") + " ran, in " +
           formatNumberOf(C.Units, "instrumented unit") + "; ";
  if (C.Recovered)
    Text += formatNumberOf(C.Recovered, "site") + " found in " +
            (C.Sites ? "binaries; " : "the binary; ");
  return Text;
}

std::string coverageLine(const Coverage &C) {
  return knownSites(C) +
         (C.watched() == C.Processes && !C.Bypassed
              ? "dark allocations were seen"
          : C.watched() ? "dark allocations were seen in part"
                        : "dark allocations were not seen") +
         (C.Ended == C.Processes                   ? "; ended in order"
          : C.Ended + C.EndedBefore == C.Processes ? "; up to MPI_Finalize"
                                                   : "");
}

bool isCoverageAmiss(const Coverage &C) {
  return C.Instrumented < C.Processes || C.watched() < C.Processes ||
         C.PartlyInterposed || C.Attached ||
         C.Ended + C.EndedBefore < C.Processes || C.SitesWithoutLine;
}

std::vector<std::string> coverageWarnings(const Coverage &C) {
  std::vector<std::string> Warnings;
  if (C.Instrumented < C.Processes)
    Warnings.push_back(
        someOf(C.Processes - C.Instrumented, C.Processes) +
        (C.Recovered
             ? std::string(C.Processes - C.Instrumented == 1 ? " was"
                                                             : " were") +
                   " not built with 'anomalloc c++': sites were found in the "
                   "binary, without the iterations of loops"
             : std::string(" had no instrumented code: build with 'anomalloc "
                           "c++' to ") +
                   "see sites"));
  if (C.SitesWithoutLine)
    Warnings.push_back(formatCount(C.SitesWithoutLine) + " of " +
                       formatNumberOf(C.SitesHit, "site") + " that ran " +
                       (C.SitesWithoutLine == 1 ? "has" : "have") +
                       " no line: compile their code with -g");
  if (C.watched() < C.Processes)
    Warnings.push_back("malloc was not interposed in " +
                       someOf(C.Processes - C.watched(), C.Processes) +
                       ": what libraries allocate is missing");
  if (C.PartlyInterposed)
    Warnings.push_back("another allocator stands before Anomalloc's in " +
                       someOf(C.PartlyInterposed, C.Processes) +
                       ": what libraries allocate may be missing");
  if (C.Attached)
    Warnings.push_back(someOf(C.Attached, C.Processes) +
                       " ran before the recording began: blocks from before "
                       "are not known, and code that was loaded later is not "
                       "seen");
  if (uint64_t Ended = C.Ended + C.Detached; Ended < C.Processes)
    Warnings.push_back(someOf(C.Processes - Ended, C.Processes) +
                       " did not end in order (killed, _exit, exec, or still "
                       "running): exact up to each thread's last finished "
                       "allocation");
  return Warnings;
}

void showCoverage(const TextPage &Page) {
  const Coverage &C = Page.A.Coverage;
  Page.heading("Coverage", Page.A.Filtered ? "of the whole profile" : "");
  Page.line(coverageLine(C));
  for (const std::string &Warning : coverageWarnings(C))
    Page.warn(Warning);
}

static void describe(Keys<Coverage> &K) {
  K.add("processes", &Coverage::Processes);
  K.add("processes_ended", "whose exit handlers ran", &Coverage::Ended);
  K.add("processes_interposed", "whose dark allocations were seen",
        &Coverage::Interposed);
  K.add("processes_bypassed", "with another allocator before the runtime's",
        &Coverage::Bypassed);
  K.add("processes_instrumented", &Coverage::Instrumented);
  K.add("processes_reduced",
        "with too little address space for the mode asked for",
        &Coverage::Reduced);
  K.add("units", "instrumented units, the most of one process",
        &Coverage::Units);
  K.add("threads", &Coverage::Threads);
  K.add("sites_known", &Coverage::Sites);
  K.add("sites_run", &Coverage::SitesHit);
  K.add("sites_recovered",
        "found in binaries that were built without the plugin",
        &Coverage::Recovered);
  K.add("dropped_events", &Coverage::DroppedEvents);
  K.add("dropped_bytes", &Coverage::DroppedBytes);
  K.add("nanoseconds",
        "of the longest process that ended in order; 0: none did",
        &Coverage::Nanoseconds);
  K.add("summary", "what was seen, as the text report says it", coverageLine);
  K.add("warnings", "what is missing, and why, a sentence each",
        [](const Coverage &C) {
          std::vector<std::string> Warnings = lossWarnings(C);
          append_range(Warnings, coverageWarnings(C));
          return Warnings;
        });
  K.add("allocators", "paths of the objects that gave the real malloc",
        &Coverage::Allocators);
}

void describeCoverage(Keys<Analysis> &K) {
  K.add("coverage", &Analysis::Coverage);
}

} // namespace anomalloc
