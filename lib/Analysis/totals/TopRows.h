//===- TopRows.h - the heaviest rows of a table -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_TOPROWS_H
#define ANOMALLOC_ANALYSIS_TOTALS_TOPROWS_H

#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace anomalloc {

/// Sorts the rows that have at least \p MinCount allocations by \p Less, a
/// total order. Keeps the first \p Top (0: all) of them in \p Rows, and returns
/// all other rows. \p Allocations tells the allocations of a row.
template <typename Row, typename CountOf, typename Before>
std::vector<Row> splitOffRest(std::vector<Row> &Rows, uint64_t MinCount,
                              size_t Top, CountOf Allocations, Before Less) {
  auto Mid = std::partition(Rows.begin(), Rows.end(), [&](const Row &R) {
    return Allocations(R) >= MinCount;
  });
  std::sort(Rows.begin(), Mid, Less);
  size_t Kept = Mid - Rows.begin();
  if (Top)
    Kept = std::min(Top, Kept);
  std::vector<Row> Rest(std::make_move_iterator(Rows.begin() + Kept),
                        std::make_move_iterator(Rows.end()));
  Rows.resize(Kept);
  return Rest;
}

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_TOPROWS_H
