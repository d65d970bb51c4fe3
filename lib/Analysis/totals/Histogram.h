//===- Histogram.h - power-of-two buckets -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_HISTOGRAM_H
#define ANOMALLOC_ANALYSIS_TOTALS_HISTOGRAM_H

#include "Analysis/totals/Amount.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

struct Histogram {
  struct Bucket {
    uint64_t First = 0; ///< Smallest size that falls into the bucket.
    uint64_t Last = 0;  ///< Largest size: 0, or a power of two from 8 on.
    Amount Sum;
  };
  /// From the smallest to the largest size seen, without gaps.
  std::vector<Bucket> Buckets;
};

Histogram computeHistogram(const Profile &P, llvm::ArrayRef<Count> Counts);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_HISTOGRAM_H
