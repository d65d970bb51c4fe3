//===- Regions.h - parallel regions of OpenMP as sections -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// libanomalloc_omp.so, which `anomalloc record --openmp` preloads beside the
/// runtime: in each thread of a parallel region, the region is a scope. Its name
/// says where the region stands and how many threads its team has. The library
/// of OpenMP is asked (OMPT, libomp), or stood before (libgomp).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_OPENMP_REGIONS_H
#define ANOMALLOC_RUNTIME_OPENMP_REGIONS_H

namespace anomalloc::runtime {

/// Begins the scope of the region whose code returns to \p Return, in the
/// calling thread, whose team has \p Threads threads. Returns whether it began:
/// without the runtime there are no scopes. Any thread; not in signal handlers,
/// because the first call for a region asks the loader.
bool beginRegion(const void *Return, unsigned Threads);
void endRegion();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_OPENMP_REGIONS_H
