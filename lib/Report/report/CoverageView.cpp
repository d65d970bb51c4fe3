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

std::string coverageLine(const Coverage &C) {
  return formatCount(C.SitesHit) + " of " +
         formatNumberOf(C.Sites, "known site") + " ran, in " +
         formatNumberOf(C.Units, "instrumented unit") + "; " +
         (C.watched() == C.Processes && !C.Bypassed
              ? "dark allocations were seen"
          : C.watched() ? "dark allocations were seen in part"
                        : "dark allocations were not seen") +
         (C.Ended == C.Processes ? "; ended in order" : "");
}

bool isCoverageAmiss(const Coverage &C) {
  return C.Instrumented < C.Processes || C.watched() < C.Processes ||
         C.PartlyInterposed || C.Ended < C.Processes;
}

std::vector<std::string> coverageWarnings(const Coverage &C) {
  std::vector<std::string> Warnings;
  if (C.Instrumented < C.Processes)
    Warnings.push_back(
        someOf(C.Processes - C.Instrumented, C.Processes) +
        " had no instrumented code: build with 'anomalloc c++' to "
        "see sites");
  if (C.watched() < C.Processes)
    Warnings.push_back("malloc was not interposed in " +
                       someOf(C.Processes - C.watched(), C.Processes) +
                       ": what libraries allocate is missing");
  if (C.PartlyInterposed)
    Warnings.push_back("another allocator stands before Anomalloc's in " +
                       someOf(C.PartlyInterposed, C.Processes) +
                       ": what libraries allocate may be missing");
  if (C.Ended < C.Processes)
    Warnings.push_back(someOf(C.Processes - C.Ended, C.Processes) +
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

void writeJsonCoverage(json::OStream &J, const Analysis &A) {
  const Coverage &C = A.Coverage;
  J.attributeObject("coverage", [&] {
    J.attribute("processes", C.Processes);
    J.attribute("processes_ended", C.Ended);
    J.attribute("processes_interposed", C.Interposed);
    J.attribute("processes_bypassed", C.Bypassed);
    J.attribute("processes_instrumented", C.Instrumented);
    J.attribute("processes_reduced", C.Reduced);
    J.attribute("units", C.Units);
    J.attribute("threads", C.Threads);
    J.attribute("sites_known", C.Sites);
    J.attribute("sites_run", C.SitesHit);
    J.attribute("dropped_events", C.DroppedEvents);
    J.attribute("dropped_bytes", C.DroppedBytes);
    J.attribute("nanoseconds", C.Nanoseconds);
    J.attribute("summary", coverageLine(C));
    J.attributeArray("warnings", [&] {
      for (const auto &Warnings : {lossWarnings(C), coverageWarnings(C)})
        for (const std::string &Warning : Warnings)
          J.value(json::fixUTF8(Warning));
    });
    J.attributeArray("allocators", [&] {
      for (const std::string &Path : C.Allocators)
        J.value(json::fixUTF8(Path));
    });
  });
}

} // namespace anomalloc
