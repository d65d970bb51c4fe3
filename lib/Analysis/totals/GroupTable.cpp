//===- GroupTable.cpp - small, mid-sized, large per section ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/GroupTable.h"
#include "Analysis/totals/SizeSectionTable.h"
#include "Profile/Totals.h"

using namespace llvm;

namespace anomalloc {

GroupTable computeGroupTable(const Profile &P, ArrayRef<Count> Counts,
                             GroupLimits Limits) {
  GroupTable T;
  T.Limits = Limits;
  std::vector<size_t> RowOf(P.Sections.size());
  for (SectionIndex Section : orderSections(P, Counts)) {
    RowOf[uint32_t(Section)] = T.Rows.size();
    T.Rows.emplace_back().Section = Section;
  }
  for (const Count &C : Counts) {
    if (!isHeap(P, C) || !C.Allocations)
      continue;
    auto Group = C.Size <= Limits.Small   ? &GroupTable::Row::Small
                 : C.Size <= Limits.Large ? &GroupTable::Row::Mid
                                          : &GroupTable::Row::Large;
    (T.Rows[RowOf[uint32_t(C.Section)]].*Group).add(C);
    (T.All.*Group).add(C);
  }
  return T;
}

} // namespace anomalloc
