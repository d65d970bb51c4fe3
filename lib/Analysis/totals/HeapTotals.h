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
/// counted where the pool takes it.
struct HeapTotals {
  Amount All;
  Amount AtSites;
  Amount Leading;
  Amount Recovered; ///< Part of AtSites, at sites that the pass did not see.
  Amount Dark;
  Amount Pool;
};

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
