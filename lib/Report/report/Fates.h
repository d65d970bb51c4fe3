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

/// Calls Tell(Name, Member, Help) for each counter of freed blocks. The name is
/// the one in JSON and in tables. Counts is LifetimeCounts, or a sum of
/// several.
template <typename Counts, typename Use> void forEachCounter(Use Tell) {
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text)                          \
  Tell(Key, &Counts::Member, Text);
#include "anomalloc/LifetimeCounters.def"
}

/// Calls Tell(Name, Member, Help) for each number that is known about the
/// blocks of one row. The member of LifetimeCounts has or computes it.
template <typename Use> void forEachFate(Use Tell) {
  using Counts = LifetimeCounts;
  Tell("allocated", &Counts::Allocated, "");
  Tell("freed", &Counts::Freed, "");
  Tell("live", &Counts::live, "at the end of the record");
  Tell("peak", &Counts::Peak, "blocks that lived at once, at most");
  Tell("peak_is_bound", &Counts::PeakIsBound,
       "several threads: the peak may have been lower");
  Tell("at_peak", &Counts::AtPeak,
       "blocks that lived when the process's live bytes were the most");
  forEachCounter<Counts>(Tell);
}

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_FATES_H
