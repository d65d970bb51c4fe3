//===- FinishTable.cpp - what changed most comes first --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/TableBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

void finishTable(const Comparison &C, ComparedTable &T) {
  struct Rank {
    Difference Is;
    uint64_t Change, Weight;
  };
  std::vector<std::pair<Rank, size_t>> Order;
  const Measure Sort = C.sortOf(T);
  for (const auto &[I, R] : enumerate(T.Rows)) {
    Rank Its = {C.difference(R, T), 0, 0};
    for (size_t Side = 0; Side != C.Sides.size(); ++Side) {
      Spread Base = C.spread(R, Sort, 0), Now = C.spread(R, Sort, Side);
      Its.Change = std::max(Its.Change, Its.Is == Difference::Varies
                                            ? Now.width()
                                            : gapBetween(Base, Now));
      Its.Weight = std::max(Its.Weight, Now.Most);
    }
    ++(Its.Is == Difference::Changed  ? T.Changed
       : Its.Is == Difference::Varies ? T.Varying
                                      : T.Same);
    Order.emplace_back(Its, I);
  }
  if (&T == &C.Totals)
    return; // These have an order of their own.
  stable_sort(Order, [](const auto &A, const auto &B) {
    const Rank &R = A.first, &S = B.first;
    return std::tie(S.Is, S.Change, S.Weight) <
           std::tie(R.Is, R.Change, R.Weight);
  });
  std::vector<ComparedRow> Sorted;
  for (const auto &[Its, I] : Order)
    Sorted.push_back(std::move(T.Rows[I]));
  T.Rows = std::move(Sorted);
}

} // namespace anomalloc
