//===- SiteRanking.cpp - allocation sites, heaviest first -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/SiteRanking.h"
#include "Analysis/totals/TopRows.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

using RankedRow = SiteRanking::Row;

/// One row a site that was hit, in the order of the sites.
std::vector<RankedRow> collectRows(ArrayRef<Count> Counts) {
  struct Parts {
    std::map<uint64_t, uint64_t> Sizes;
    std::map<SectionIndex, Amount> Sections;
  };
  std::map<SiteIndex, Parts> BySite;
  for (const Count &C : Counts)
    if (C.Site && C.Allocations) {
      Parts &At = BySite[*C.Site];
      uint64_t &Sum = At.Sizes[C.Size];
      Sum = SaturatingAdd(Sum, C.Allocations);
      At.Sections[C.Section].add(C);
    }
  std::vector<RankedRow> Rows;
  for (auto &[Index, At] : BySite) {
    RankedRow &R = Rows.emplace_back();
    R.Site = Index;
    for (auto [Size, Allocations] : At.Sizes)
      R.Sizes.push_back({Size, Allocations});
    sort(R.Sizes, [](const auto &A, const auto &B) {
      return std::tie(B.Allocations, A.Size) < std::tie(A.Allocations, B.Size);
    });
    for (const auto &[Section, Sum] : At.Sections) {
      R.Sections.push_back({Section, Sum});
      R.Sum += Sum;
    }
  }
  return Rows;
}

/// Loops are counted over the whole run, so the allocations must be, too.
std::vector<uint64_t> allocationsOfRun(const Profile &P) {
  std::vector<uint64_t> Sums(P.Sites.size());
  for (const Count &C : P.Counts)
    if (C.Site) {
      uint64_t &Sum = Sums[uint32_t(*C.Site)];
      Sum = SaturatingAdd(Sum, C.Allocations);
    }
  return Sums;
}

/// Larger is heavier. A rate over iterations goes before one over entries.
std::tuple<int, double, uint64_t, uint64_t> weightOf(const RankedRow &R,
                                                     SortKey Key) {
  switch (Key) {
  case SortKey::Count:
    return {0, 0, R.Sum.Allocations, R.Sum.Bytes};
  case SortKey::Bytes:
    return {0, 0, R.Sum.Bytes, R.Sum.Allocations};
  case SortKey::Iteration:
    break;
  }
  int Known = R.Basis == SiteRanking::Per::Iteration ? 2
              : R.Basis == SiteRanking::Per::Entry   ? 1
                                                     : 0;
  return {Known, R.AllocationsPer, R.Sum.Allocations, R.Sum.Bytes};
}

} // namespace

SiteRanking rankSites(const Profile &P, ArrayRef<Count> Counts,
                      const LoopDepths &Depths, UserCallers &Callers,
                      uint64_t MinCount, size_t Top, SortKey Key) {
  SiteRanking Ranking;
  std::vector<uint64_t> OfRun = allocationsOfRun(P);
  const IterationCounts Iterations(P);
  Ranking.Rows = collectRows(Counts);
  for (RankedRow &R : Ranking.Rows) {
    R.EffectiveLoopDepth = Depths.effectiveDepth(P.site(R.Site));
    auto [Basis, Number] = Iterations.of(P.site(R.Site));
    R.Basis = Basis;
    if (Number)
      R.AllocationsPer = double(OfRun[uint32_t(R.Site)]) / double(Number);
  }
  // Sites of equal weight stand in the order of their ids, run after run.
  std::vector<RankedRow> Rest = splitOffRest(
      Ranking.Rows, MinCount, Top,
      [](const RankedRow &R) { return R.Sum.Allocations; },
      [&](const RankedRow &A, const RankedRow &B) {
        return std::make_tuple(weightOf(B, Key), P.site(A.Site).Id) <
               std::make_tuple(weightOf(A, Key), P.site(B.Site).Id);
      });
  for (RankedRow &R : Ranking.Rows)
    R.Callers = Callers.of(P.site(R.Site));
  Ranking.OtherSites = Rest.size();
  for (const RankedRow &R : Rest)
    Ranking.Other += R.Sum;
  return Ranking;
}

} // namespace anomalloc
