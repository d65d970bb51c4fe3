//===- AllocatorCost.h - what a block costs in time -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ALLOCATORCOST_H
#define ANOMALLOC_ANALYSIS_ALLOCATORCOST_H

#include <cstdint>

namespace anomalloc {

/// Nanoseconds of one malloc and its free that no allocator in common use stays
/// below by much, and with nothing else in the way: the best of seven rounds of
/// a loop over one block, glibc 2.36 on a virtual x86-64 machine, gave 18 up to
/// 1032 bytes (its per-thread cache) and 38 to 58 above; rounded down. A heap
/// with holes, cold caches and threads only cost more.
inline uint64_t leastCostOf(uint64_t Size) { return Size <= 1032 ? 15 : 35; }

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ALLOCATORCOST_H
