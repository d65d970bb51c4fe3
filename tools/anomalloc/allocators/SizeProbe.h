//===- SizeProbe.h - what the allocator really hands out --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_SIZEPROBE_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_SIZEPROBE_H

#include "allocators/AllocatorLibrary.h"

namespace anomalloc {

/// Measures what \p P's allocator hands out for each size in \p P for which
/// that is not known yet, and adds it to UsableSizes. A process of its own is
/// asked, with \p Library preloaded (ProbeSizes.cpp). Returns why some or all
/// were not measured, or "". Never fails.
std::string measureUsableSizes(Profile &P, const AllocatorLibrary &Library);

/// Measures in the same way how long a malloc and its free take on this
/// machine, alone and with the work around them, for the most frequent sizes of
/// \p P, and what blocks that stay do. Adds that to PairCosts, FillCosts,
/// CopyCosts, KeptCosts and PageCost. If it fails, nothing is added.
void measureCosts(Profile &P, const AllocatorLibrary &Library);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_SIZEPROBE_H
