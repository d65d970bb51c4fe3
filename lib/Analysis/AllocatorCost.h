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

/// Nanoseconds of one block, from its malloc to its free.
struct AllocatorCost {
  /// With nothing else in the way. A heap with holes, cold caches and threads
  /// only cost more.
  uint64_t Least = 0;
  /// With the work around it: the block is filled, its content copied and read,
  /// and other blocks have driven it from the nearest cache meanwhile.
  uint64_t Most = 0;
  bool Measured = false; ///< Asked of the run's allocator, on this machine.
};

/// The size that stands for \p Size in Profile::WorkCosts: a power of two, up
/// to a mebibyte.
uint64_t workClassOf(uint64_t Size);

/// Of a block of \p Size bytes.
AllocatorCost costOf(const Profile &P, uint64_t Size);

/// Of blocks of \p Sizes (allocations by size): the least is that of the
/// cheapest size, the most is their mean. Measured if all of them were.
AllocatorCost costOf(const Profile &P,
                     const std::map<uint64_t, uint64_t> &Sizes);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ALLOCATORCOST_H
