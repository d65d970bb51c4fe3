//===- AllocatorCost.h - what a block costs in time -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ALLOCATORCOST_H
#define ANOMALLOC_ANALYSIS_ALLOCATORCOST_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Nanoseconds of one malloc and its free, with nothing else in the way. A heap
/// with holes, cold caches and threads only cost more.
struct AllocatorCost {
  uint64_t Least = 0;
  bool Measured = false; ///< Asked of the run's allocator, on this machine.
};

/// If it was not measured, what no allocator in common use stays below by much:
/// the best of seven rounds of a loop over one block, glibc 2.36 on a virtual
/// x86-64 machine, gave 18 up to 1032 bytes (its per-thread cache) and 38 to 58
/// above; rounded down.
inline AllocatorCost costOf(const Profile &P, uint64_t Size) {
  if (auto I = P.PairCosts.find(Size); I != P.PairCosts.end())
    return {I->second, true};
  return {Size <= 1032 ? uint64_t(15) : 35, false};
}

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ALLOCATORCOST_H
