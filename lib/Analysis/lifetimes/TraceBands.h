//===- TraceBands.h - who held live memory over a run -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LIFETIMES_TRACEBANDS_H
#define ANOMALLOC_ANALYSIS_LIFETIMES_TRACEBANDS_H

#include "Analysis/lifetimes/TraceTimeline.h"
#include <array>

namespace anomalloc {

/// The blocks that lived at one moment. Parts has their bytes by holder; the
/// holders with the most bytes at the peak are told apart.
struct LiveBands : LiveAmount {
  static constexpr size_t Others = 7;
  /// One element for each of the first Others rows of TraceTimeline::Holders.
  /// The last element has the bytes of all other holders.
  std::array<uint64_t, Others + 1> Parts = {};
};

/// The tracks of a TraceTimeline once more, with the bytes of each holder.
struct TraceBands {
  LiveTrackOf<LiveBands> ByClock, ByTime;
};

/// Replays the trace of \p Traced. \p T must have been computed from this
/// trace.
llvm::Expected<TraceBands> computeBands(const TracedProfile &Traced,
                                        const TraceTimeline &T);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LIFETIMES_TRACEBANDS_H
