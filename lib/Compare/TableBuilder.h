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
inline void addTo(ComparedRow &R, size_t Run, const Lifetime &L) {
  const LifetimeCounts &C = L.Counts;
  addTo(R, Run, Measure::Temporary, C.Temporary);
  addTo(R, Run, Measure::PeakBytes, llvm::SaturatingMultiply(C.AtPeak, L.Size));
  addTo(R, Run, Measure::Leaked, C.live());
  addTo(R, Run, Measure::LeakedBytes,
        llvm::SaturatingMultiply(C.live(), L.Size));
}

/// Sorts the rows, and counts what changed.
void finishTable(const Comparison &C, ComparedTable &T);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_TABLEBUILDER_H
