//===- HeapTotals.cpp - the sums of a report ------------------------------===//
//----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/HeapTotals.h"
#include "Analysis/sites/EventKind.h"
#include "Profile/Totals.h"

using namespace llvm;

namespace anomalloc {

HeapTotals computeHeapTotals(const Profile &P, ArrayRef<Count> Counts) {
  HeapTotals T;
  for (const Count &C : Counts) {
    switch (kindOf(P, C)) {
    case EventKind::Pool:
      T.Pool.add(C);
      continue;
    case EventKind::Leading:
      T.Leading.add(C);
      T.AtSites.add(C);
      break;
    case EventKind::Site:
      T.AtSites.add(C);
      if (P.site(*C.Site).FromBinary)
        T.Recovered.add(C);
      break;
    case EventKind::Dark:
      T.Dark.add(C);
      break;
    }
    T.All.add(C);
  }
  return T;
}

std::vector<SectionAmount> computeSections(const Profile &P,
                                           ArrayRef<Count> Counts) {
  std::vector<Amount> Sums(P.Sections.size());
  for (const Count &C : Counts)
    if (isHeap(P, C))
      Sums[uint32_t(C.Section)].add(C);
  std::vector<SectionAmount> Sections;
  for (auto [I, Sum] : enumerate(Sums))
    if (Sum.Allocations)
      Sections.push_back({SectionIndex(I), Sum});
  return Sections;
}

} // namespace anomalloc
