//===- Regions.h - parallel regions of OpenMP as sections -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// libanomalloc_rt_openmp.so, which `anomalloc record --openmp` preloads beside
/// the runtime: in each thread of a parallel region, the region is a scope. Its
/// name says where the region stands and how many threads its team has. The
/// library of OpenMP is asked (OMPT, libomp), or stood before (libgomp).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_OPENMP_REGIONS_H
#define ANOMALLOC_RUNTIME_OPENMP_REGIONS_H

#include <stdint.h>

namespace anomalloc::runtime {

/// Where the code of a region stands. Without constructors: it may stand in a
/// pool, or on the stack of the thread that begins the region.
struct RegionPlace {
  uintptr_t Offset; ///< In the object's own numbers.
  char File[220];   ///< The object's path; NUL-terminated, cut if too long.
};

/// Fills \p Its for the code at \p Address. Asks the loader, which takes a
/// lock: once for each time that a region runs. Not in signal handlers.
void findPlace(RegionPlace &Its, const void *Address);

/// Begins the scope of the region at \p Its, in the calling thread, whose team
/// has \p Threads threads. Returns whether it began: without the runtime there
/// are no scopes. Any thread.
bool beginRegion(const RegionPlace &Its, unsigned Threads);
void endRegion();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_OPENMP_REGIONS_H
