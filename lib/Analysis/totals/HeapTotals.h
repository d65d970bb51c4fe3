//===- HeapTotals.h - the sums of a report ----------------------*- C++ -*-===//
//-*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_HEAPTOTALS_H
#define ANOMALLOC_ANALYSIS_TOTALS_HEAPTOTALS_H

#include "Analysis/totals/Amount.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

/// All counts the heap allocations: AtSites plus Dark. Leading is the part of
/// AtSites that library functions made; the call that led there is charged.
/// Pool stands apart, because the memory that a pool takes from the heap is
/// counted where the pool takes it. So does what lies in other memory spaces
/// (Spaces).
struct HeapTotals {
  Amount All;
  Amount AtSites;
  Amount Leading;
  Amount Recovered; ///< Part of AtSites, at sites that the pass did not see.
  Amount Dark;
  Amount Pool;
};

/// The blocks of one memory space other than the heap.
struct SpaceAmount {
  MemorySpace Space{};
  Amount Made; ///< What passes the filters.
  /// What became of all blocks; none: no runtime stood before the functions
  /// that made them. Peak is the sum of what each process had at most.
  std::optional<format::SpaceSums> Sums;
};

/// The spaces that have blocks, in the order of MemorySpaces.def. Host is one
/// of them if pools of users have blocks there.
std::vector<SpaceAmount> computeSpaces(const Profile &P,
                                       llvm::ArrayRef<Count> Counts);

HeapTotals computeHeapTotals(const Profile &P, llvm::ArrayRef<Count> Counts);

/// The heap allocations of one section.
struct SectionAmount {
  SectionIndex Section{};
  Amount Heap;
};

/// The sections with at least one heap allocation, in the order of
/// Profile::Sections.
std::vector<SectionAmount> computeSections(const Profile &P,
                                           llvm::ArrayRef<Count> Counts);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_HEAPTOTALS_H
