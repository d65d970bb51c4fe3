//===- DarkTable.cpp - allocations that no site made ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/DarkTable.h"
#include "Analysis/sites/EventKind.h"
#include "Analysis/totals/TopRows.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace anomalloc {

DarkTable computeDarkTable(const Profile &P, ArrayRef<Count> Counts,
                           uint64_t MinCount, size_t Top, SortKey Key) {
  DarkTable T;
  std::map<std::pair<StringRef, StringRef>, Amount> ByOrigin;
  for (const Count &C : Counts) {
    if (kindOf(P, C) != EventKind::Dark || !C.Allocations)
      continue;
    std::pair<StringRef, StringRef> Origin;
    if (C.Dark)
      Origin = {P.dark(*C.Dark).Library, P.dark(*C.Dark).Function};
    ByOrigin[Origin].add(C);
    T.All.add(C);
  }
  for (const auto &[Origin, Sum] : ByOrigin)
    T.Rows.push_back({Origin.first, Origin.second, Sum});
  auto Weight = [Key](const DarkTable::Row &R) {
    return Key == SortKey::Bytes
               ? std::make_pair(R.Sum.Bytes, R.Sum.Allocations)
               : std::make_pair(R.Sum.Allocations, R.Sum.Bytes);
  };
  auto Rest = splitOffRest(
      T.Rows, MinCount, Top,
      [](const DarkTable::Row &R) { return R.Sum.Allocations; },
      [&](const DarkTable::Row &A, const DarkTable::Row &B) {
        return std::make_tuple(Weight(B), A.Library, A.Function) <
               std::make_tuple(Weight(A), B.Library, B.Function);
      });
  T.OtherRows = Rest.size();
  for (const DarkTable::Row &R : Rest)
    T.Other += R.Sum;
  return T;
}

} // namespace anomalloc
