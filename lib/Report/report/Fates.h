//===- Fates.h - what became of blocks, by name -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_FATES_H
#define ANOMALLOC_REPORT_REPORT_FATES_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Calls Tell(Name, Value) for each counter of freed blocks in \p C. The name
/// is the one in JSON and in tables. \p C is a LifetimeCounts, or a sum of
/// several.
template <typename Counts, typename Use>
void forEachCounter(const Counts &C, Use Tell) {
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text) Tell(Key, C.Member);
#include "anomalloc/LifetimeCounters.def"
}

/// Calls Tell(Name, Value) for each number that is known about the blocks of
/// one row. \p C holds the row's counters.
template <typename Use> void forEachFate(const LifetimeCounts &C, Use Tell) {
  Tell("allocated", C.Allocated);
  Tell("freed", C.Freed);
  Tell("live", C.live());
  Tell("peak", C.Peak);
  Tell("peak_is_bound", C.PeakIsBound);
  Tell("at_peak", C.AtPeak);
  forEachCounter(C, Tell);
}

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_FATES_H
