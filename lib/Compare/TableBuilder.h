//===- TableBuilder.h - rows of several runs, by key ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_TABLEBUILDER_H
#define ANOMALLOC_COMPARE_TABLEBUILDER_H

#include "Analysis/totals/Amount.h"
#include "Compare/Comparison.h"
#include <tuple>

namespace anomalloc {

/// Adds up rows of a table, run by run.
template <typename Key> class TableBuilder {
public:
  TableBuilder(size_t Runs, size_t Sides) : Runs(Runs), Sides(Sides) {}

  /// The row of \p K, and whether it is new. The reference stays valid.
  std::pair<ComparedRow &, bool> row(const Key &K) {
    auto [I, IsNew] = Rows.try_emplace(K);
    if (IsNew) {
      for (std::vector<uint64_t> &Numbers : I->second.Values)
        Numbers.resize(Runs);
      I->second.InSide.resize(Sides);
    }
    return {I->second, IsNew};
  }

  std::map<Key, ComparedRow> Rows;

private:
  size_t Runs, Sides;
};

inline void addTo(ComparedRow &R, size_t Run, Measure M, uint64_t More) {
  uint64_t &Sum = R.Values[size_t(M)][Run];
  Sum = llvm::SaturatingAdd(Sum, More);
}
inline void addTo(ComparedRow &R, size_t Run, const Amount &More) {
  addTo(R, Run, Measure::Allocations, More.Allocations);
  addTo(R, Run, Measure::Bytes, More.Bytes);
}
inline void addTo(ComparedRow &R, size_t Run, const Profile &P,
                  const Lifetime &L, bool InTotals = false) {
  const LifetimeCounts &C = L.Counts;
  if (P.isEstimated())
    for (auto [M, Blocks, Each] :
         {std::tuple(Measure::Temporary, C.Temporary, uint64_t(1)),
          {Measure::PeakBytes, C.AtPeak, L.Size},
          {Measure::Leaked, C.live(), uint64_t(1)},
          {Measure::LeakedBytes, C.live(), L.Size}})
      R.Samples.try_emplace({M, Run}, SampleSum(InTotals))
          .first->second.add(P, L.Drawn, Blocks, Each);
  addTo(R, Run, Measure::Temporary, C.Temporary);
  addTo(R, Run, Measure::PeakBytes, llvm::SaturatingMultiply(C.AtPeak, L.Size));
  addTo(R, Run, Measure::Leaked, C.live());
  addTo(R, Run, Measure::LeakedBytes,
        llvm::SaturatingMultiply(C.live(), L.Size));
}

/// Makes estimates of the samples of \p R.
void finishEstimates(ComparedRow &R, llvm::ArrayRef<const Profile *> Runs);

/// Sorts the rows, and counts what changed.
void finishTable(const Comparison &C, ComparedTable &T);

/// Sites by their numbers of a SiteMatch, after 0, and dark code after 1.
using ComparedSites = TableBuilder<std::pair<unsigned, uint32_t>>;

/// Fills C.Matches.
void sumMatches(Comparison &C, llvm::ArrayRef<const Profile *> Runs,
                const SiteMatch &Match, const ComparedSites &Sites);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_TABLEBUILDER_H
