//===- Analysis.h - everything that a report shows, computed ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ANALYSIS_H
#define ANOMALLOC_ANALYSIS_ANALYSIS_H

#include "Analysis/changes/ChangeList.h"
#include "Analysis/changes/LintFindings.h"
#include "Analysis/changes/NextSteps.h"
#include "Analysis/filter/Filter.h"
#include "Analysis/lifetimes/AccessTable.h"
#include "Analysis/lifetimes/LifetimeTable.h"
#include "Analysis/sites/SiteRanking.h"
#include "Analysis/totals/Coverage.h"
#include "Analysis/totals/DarkTable.h"
#include "Analysis/totals/GroupTable.h"
#include "Analysis/totals/HeapTotals.h"
#include "Analysis/totals/Histogram.h"
#include "Analysis/totals/RankTable.h"
#include "Analysis/totals/SizeSectionTable.h"
#include "Analysis/totals/UsableSummary.h"

namespace anomalloc {

struct AnalysisOptions {
  anomalloc::Filter Filter;
  uint64_t MinCount = 0;
  size_t Top = 0;        ///< Rows of each table; 0: all.
  size_t TopChanges = 0; ///< Entries of Changes to show per Gain; 0: all.
  SortKey Sort = SortKey::Count;
  bool AllLeaks = false; ///< As in ChangeOptions.
  GroupLimits Limits;
};

/// Plain data for the renderers. Refers to the profile, which must outlive it.
struct Analysis {
  const Profile *Source = nullptr;
  /// The most rows that a renderer shows of a table that was not cut. 0: all.
  size_t Top = 0;
  bool Filtered = false;
  anomalloc::Coverage Coverage;
  HeapTotals Totals;
  std::vector<SpaceAmount> Spaces;
  std::vector<SectionAmount> Sections;
  SizeSectionTable Sizes;
  GroupTable Groups;
  SiteRanking Sites;
  UsableSummary Usable;
  anomalloc::Histogram Histogram;
  DarkTable Dark;
  RankTable Ranks; ///< Refers to rows of the profile.
  LifetimeTable Lifetimes;
  AccessTable Accesses;  ///< Refers to Lifetimes' rows.
  size_t TopChanges = 0; ///< Entries of Changes to show per Gain; 0: all.
  ChangeList Changes;    ///< Refers to Lifetimes' rows.
  std::vector<NextStep> Next;
  /// All findings of lint's checks; none if there is no output of lint. LintOf
  /// has, for each entry of Changes, the indices of the findings about its
  /// blocks.
  std::optional<std::vector<LintFinding>> Lint;
  std::vector<std::vector<uint32_t>> LintOf;
};

Analysis analyze(const Profile &P, const AnalysisOptions &Options);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ANALYSIS_H
