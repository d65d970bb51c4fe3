//===- Histogram.cpp - heap allocations in power-of-two buckets -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/Histogram.h"
#include "Profile/Totals.h"
#include <map>

using namespace llvm;

namespace anomalloc {

/// 0: size 0; 3: 1 to 8 bytes; n: up to 2^n bytes.
static unsigned bucketOf(uint64_t Size) {
  return Size == 0 ? 0 : std::max(3u, Log2_64_Ceil(Size));
}

Histogram computeHistogram(const Profile &P, ArrayRef<Count> Counts) {
  std::map<unsigned, Amount> Sums;
  for (const Count &C : Counts)
    if (isHeap(P, C) && C.Allocations)
      Sums[bucketOf(C.Size)].add(C);
  Histogram H;
  if (Sums.empty())
    return H;
  for (unsigned N = Sums.begin()->first, End = Sums.rbegin()->first; N <= End;
       N = N == 0 ? 3 : N + 1) {
    Histogram::Bucket &B = H.Buckets.emplace_back();
    B.First = N == 0 ? 0 : N == 3 ? 1 : (uint64_t(1) << (N - 1)) + 1;
    B.Last = N == 0 ? 0 : N == 64 ? UINT64_MAX : uint64_t(1) << N;
    B.Sum = Sums[N];
  }
  return H;
}

} // namespace anomalloc
