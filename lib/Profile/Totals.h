//===- Totals.h - the sums that must always agree ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_TOTALS_H
#define ANOMALLOC_PROFILE_TOTALS_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Exact sums of events and bytes; a sum that does not fit 64 bits stays at
/// UINT64_MAX instead of wrapping.
struct Sum {
  uint64_t Allocations = 0;
  uint64_t Bytes = 0; ///< Requested.

  void add(uint64_t Size, uint64_t Allocations);
  void add(const Count &C) { add(C.Size, C.Allocations); }
};

/// Site.Allocations + Dark.Allocations = Heap.Allocations = what an independent
/// malloc counter sees. Pool allocations are in none of the three.
struct Totals {
  Sum Heap;
  Sum Site; ///< Charged to a site, directly or through a leading call.
  Sum Dark; ///< Charged to no site.
  Sum Pool; ///< Of the user's own allocation functions: not of the heap.
  /// Part of Site: made by library code below a leading call.
  Sum Led;
};

/// True if \p C counts blocks of the heap and not of a user's pool.
inline bool isHeap(const Profile &P, const Count &C) {
  return !C.Site || P.site(*C.Site).Family != SiteFamily::Pool;
}

/// Adds up the counts of \p P. May be called from any thread.
Totals computeTotals(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_TOTALS_H
