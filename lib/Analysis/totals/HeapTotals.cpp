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
#include "Support/Saturated.h"

using namespace llvm;

namespace anomalloc {

HeapTotals computeHeapTotals(const Profile &P, ArrayRef<Count> Counts) {
  HeapTotals T;
  for (const Count &C : Counts) {
    switch (kindOf(P, C)) {
    case EventKind::Pool:
      if (P.site(*C.Site).Space == MemorySpace::Host)
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

std::vector<SpaceAmount> computeSpaces(const Profile &P,
                                       ArrayRef<Count> Counts) {
  std::vector<SpaceAmount> All(size_t(MemorySpace::Last) + 1);
  for (const Count &C : Counts)
    if (kindOf(P, C) == EventKind::Pool)
      All[size_t(P.site(*C.Site).Space)].Made.add(C);
  for (const Process &One : P.Processes)
    for (auto [I, Its] : enumerate(One.Spaces)) {
      if (!Its.Blocks)
        continue;
      format::SpaceSums &To =
          All[I].Sums ? *All[I].Sums : All[I].Sums.emplace();
      addSaturated(To.Blocks, Its.Blocks);
      addSaturated(To.Bytes, Its.Bytes);
      addSaturated(To.FreedBlocks, Its.FreedBlocks);
      addSaturated(To.FreedBytes, Its.FreedBytes);
      addSaturated(To.PeakBytes, Its.PeakBytes);
    }
  std::vector<SpaceAmount> Seen;
  for (auto [I, Its] : enumerate(All)) {
    Its.Space = MemorySpace(I);
    if (Its.Made.Allocations)
      Seen.push_back(Its);
  }
  return Seen;
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
