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

/// What lived at a moment, by who held the most at the peak.
struct LiveBands : LiveAmount {
  static constexpr size_t Others = 7;
  /// Bytes of the first rows of TraceTimeline::Holders; then of all others.
  std::array<uint64_t, Others + 1> Parts = {};
};

/// The tracks of a TraceTimeline once more, told apart.
struct TraceBands {
  LiveTrackOf<LiveBands> ByClock, ByTime;
};

/// Plays the trace of \p Traced again, of which \p T was computed.
llvm::Expected<TraceBands> computeBands(const TracedProfile &Traced,
                                        const TraceTimeline &T);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LIFETIMES_TRACEBANDS_H
