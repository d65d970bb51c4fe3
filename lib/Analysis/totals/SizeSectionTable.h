//===- SizeSectionTable.h - allocations by size and section -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_SIZESECTIONTABLE_H
#define ANOMALLOC_ANALYSIS_TOTALS_SIZESECTIONTABLE_H

#include "Analysis/totals/Amount.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

/// Heap allocations of every size in every section.
struct SizeSectionTable {
  struct Row {
    uint64_t Size = 0;
    std::vector<uint64_t> Allocations; ///< One for each column.
    uint64_t Total = 0;
  };
  /// Sections with allocations, in the order in which they were first named;
  /// what is outside every section comes last.
  std::vector<SectionIndex> Columns;
  std::vector<Row> Rows; ///< In order of size.
  Row Other;             ///< The sizes left out, added up.
  Row All;
  uint64_t OtherSizes = 0; ///< How many sizes were left out.
  uint64_t AllSizes = 0;
};

/// Keeps the \p Top sizes by \p Key (0: all) that have at least \p MinCount
/// allocations in total.
SizeSectionTable computeSizeSectionTable(const Profile &P,
                                         llvm::ArrayRef<Count> Counts,
                                         uint64_t MinCount, size_t Top,
                                         SortKey Key);

/// The order of columns of every table over sections.
std::vector<SectionIndex> orderSections(const Profile &P,
                                        llvm::ArrayRef<Count> Counts);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_SIZESECTIONTABLE_H
