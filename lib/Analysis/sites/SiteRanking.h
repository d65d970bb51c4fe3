//===- SiteRanking.h - allocation sites, heaviest first ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_SITES_SITERANKING_H
#define ANOMALLOC_ANALYSIS_SITES_SITERANKING_H

#include "Analysis/lines/UserCallers.h"
#include "Analysis/sites/IterationCounts.h"
#include "Analysis/sites/LoopDepth.h"
#include "Analysis/totals/Amount.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

struct SiteRanking {
  struct SizeShare {
    uint64_t Size = 0;
    uint64_t Allocations = 0;
  };
  struct SectionShare {
    SectionIndex Section{};
    Amount Sum;
  };
  /// What AllocationsPer is counted over.
  using Per = IterationCounts::Per;

  struct Row {
    SiteIndex Site{};
    Amount Sum;
    std::vector<SizeShare> Sizes;       ///< Most allocations first.
    std::vector<SectionShare> Sections; ///< In the profile's order.
    uint64_t EffectiveLoopDepth = 0;
    /// For a site in a library function: the user's lines that lead there.
    UserLines Callers;
    /// The allocations of the site for each iteration of its loops
    /// (IterationCounts.h). Where only the entries of the innermost loop were
    /// counted, for each entry. Both the allocations and the iterations or
    /// entries are those of the whole run.
    Per Basis = Per::Unknown;
    double AllocationsPer = 0;
  };
  std::vector<Row> Rows;
  Amount Other;            ///< The sites left out, added up.
  uint64_t OtherSites = 0; ///< How many sites were left out.
};

/// Ranks the sites with at least \p MinCount allocations by \p Key and keeps
/// the \p Top heaviest (0: all).
SiteRanking rankSites(const Profile &P, llvm::ArrayRef<Count> Counts,
                      const LoopDepths &Depths, UserCallers &Callers,
                      uint64_t MinCount, size_t Top, SortKey Key);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_SITES_SITERANKING_H
