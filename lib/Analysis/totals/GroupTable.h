//===- GroupTable.h - small, mid-sized, large -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_GROUPTABLE_H
#define ANOMALLOC_ANALYSIS_TOTALS_GROUPTABLE_H

#include "Analysis/totals/Amount.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

/// The sizes that separate the three groups of blocks. A small block has at
/// most Small bytes, a mid-sized block at most Large bytes. A large block has
/// more.
struct GroupLimits {
  uint64_t Small = 256 << 10;
  uint64_t Large = 1 << 20;
};

struct GroupTable {
  struct Row {
    SectionIndex Section{};
    Amount Small, Mid, Large;
  };
  GroupLimits Limits;
  std::vector<Row> Rows; ///< Sections in the order of orderSections().
  Row All;
};

GroupTable computeGroupTable(const Profile &P, llvm::ArrayRef<Count> Counts,
                             GroupLimits Limits);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_GROUPTABLE_H
