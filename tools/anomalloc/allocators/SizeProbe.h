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

/// Measures how many bytes the allocator of \p P really hands out for a size.
/// Does this for each size in \p P that has no answer yet, and adds the answers
/// to UsableSizes. The measurement runs in a separate process (ProbeSizes.cpp).
/// \p Library is preloaded there, unless it is glibc. Returns "" if all sizes
/// were measured, else the reason why some or all were not. A missing
/// measurement is not an error.
std::string measureUsableSizes(Profile &P, const AllocatorLibrary &Library);

/// Measures how long a malloc and its free take on this machine, alone and with
/// the work around them. Also measures blocks that stay (ProbeKept.h). Does
/// this for the most frequent sizes of \p P, in separate processes as
/// measureUsableSizes() does. Adds the times to PairCosts, FillCosts,
/// CopyCosts, KeptCosts and PageCost. A measurement that fails adds nothing.
void measureCosts(Profile &P, const AllocatorLibrary &Library);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_SIZEPROBE_H
