//===- Analysis.cpp - everything that a report shows, computed ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Analysis.h"

namespace anomalloc {

Analysis analyze(const Profile &P, const AnalysisOptions &O) {
  std::vector<Count> Counts = applyFilter(P, O.Filter);
  Analysis A;
  A.Source = &P;
  A.Filtered = !O.Filter.empty();
  A.Coverage = computeCoverage(P);
  A.Totals = computeHeapTotals(P, Counts);
  A.Spaces = computeSpaces(P, Counts);
  A.Sections = computeSections(P, Counts);
  A.Sizes = computeSizeSectionTable(P, Counts, O.MinCount, O.Top, O.Sort);
  A.Groups = computeGroupTable(P, Counts, O.Limits);
  A.Top = O.Top;
  LoopDepths Depths(P);
  UserCallers Callers(P, Depths);
  A.Sites = rankSites(P, Counts, Depths, Callers, O.MinCount, O.Top, O.Sort);
  A.Usable = computeUsableSummary(P, Counts, O.Top);
  A.Histogram = computeHistogram(P, Counts);
  A.Dark = computeDarkTable(P, Counts, O.MinCount, O.Top, O.Sort);
  A.Ranks = computeRanks(P, applyFilterToRanks(P, O.Filter));
  A.Lifetimes = computeLifetimes(P, applyFilterToLifetimes(P, O.Filter),
                                 Callers, applyFilterToNotDrawn(P, O.Filter));
  A.Accesses = computeAccesses(P, A.Lifetimes);
  A.Changes = listChanges(P, Counts, applyFilterToStacks(P, O.Filter),
                          applyFilterToMakers(P, O.Filter), A.Lifetimes, Depths,
                          {O.Sort, O.AllLeaks});
  A.TopChanges = O.TopChanges;
  A.Next = nextSteps(P, A.Changes, A.Totals, A.Coverage);
  return A;
}

} // namespace anomalloc
