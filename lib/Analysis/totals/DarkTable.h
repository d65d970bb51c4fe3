//===- DarkTable.h - allocations without a site -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_DARKTABLE_H
#define ANOMALLOC_ANALYSIS_TOTALS_DARKTABLE_H

#include "Analysis/totals/Amount.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

struct DarkTable {
  struct Row {
    llvm::StringRef Library;  ///< Path; "" if unknown.
    llvm::StringRef Function; ///< Linkage name; "" if unknown.
    Amount Sum;
  };
  std::vector<Row> Rows;  ///< Heaviest first.
  Amount Other;           ///< Rows left out, added up.
  uint64_t OtherRows = 0; ///< How many rows were left out.
  Amount All;
};

DarkTable computeDarkTable(const Profile &P, llvm::ArrayRef<Count> Counts,
                           uint64_t MinCount, size_t Top, SortKey Key);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_DARKTABLE_H
