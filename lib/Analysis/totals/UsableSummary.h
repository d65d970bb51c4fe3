//===- UsableSummary.h - asked for, and taken -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_USABLESUMMARY_H
#define ANOMALLOC_ANALYSIS_TOTALS_USABLESUMMARY_H

#include "Analysis/allocators/AllocatorModel.h"
#include "Analysis/totals/Amount.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

struct UsableSummary {
  struct Bin {
    uint64_t Limit = 0; ///< Largest size in the bin; 0: more than a page.
    Amount Requested;
    uint64_t Taken = 0; ///< Heap bytes of the blocks whose sizes are known.
    uint64_t Extra = 0; ///< Taken beyond what was requested.
  };
  struct SizeRow {
    uint64_t Size = 0;
    uint64_t Allocations = 0;
    BlockSize Block;
    uint64_t Extra = 0; ///< Bytes, for all allocations of this size.
  };
  uint64_t DistinctSizes = 0;
  Amount Requested;
  Amount BySource[std::size(BlockSources)]; ///< Parts of Requested.
  uint64_t Taken = 0; ///< Bytes, as far as measured or modelled.
  uint64_t Extra = 0;
  std::vector<Bin> Bins;      ///< 16 to 4096 by powers of two, then the rest.
  std::vector<SizeRow> Sizes; ///< Most extra bytes first.
  std::string NotMeasured; ///< Why some sizes were not measured; "": unknown.

  Amount &of(BlockSource Source) { return BySource[size_t(Source)]; }
  const Amount &of(BlockSource Source) const {
    return BySource[size_t(Source)];
  }
};

/// Keeps the \p Top sizes with the most extra bytes (0: all).
UsableSummary computeUsableSummary(const Profile &P,
                                   llvm::ArrayRef<Count> Counts, size_t Top);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_USABLESUMMARY_H
