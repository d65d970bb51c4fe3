//===- SizeProbe.h - what the allocator really hands out --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_SIZEPROBE_H
#define ANOMALLOC_ANOMALLOC_SIZEPROBE_H

#include "AllocatorLibrary.h"

namespace anomalloc {

/// Measures what \p P's allocator hands out for every size in \p P of which
/// that is not known, and adds it to UsableSizes: a process of its own, with
/// \p Library preloaded, is asked (ProbeSizes.cpp). Returns why some or all
/// were not measured, or "". Never fails.
std::string measureUsableSizes(Profile &P, const AllocatorLibrary &Library);

/// Measures likewise what a malloc and its free take, on this machine, for the
/// most frequent sizes of \p P's lifetimes, and adds it to PairCosts. Where
/// that fails there are none.
void measurePairCosts(Profile &P, const AllocatorLibrary &Library);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_SIZEPROBE_H
