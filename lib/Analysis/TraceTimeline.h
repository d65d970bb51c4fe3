//===- TraceTimeline.h - live memory over a trace ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TRACETIMELINE_H
#define ANOMALLOC_ANALYSIS_TRACETIMELINE_H

#include "Profile/Profile.h"
#include "Profile/TraceReader.h"

namespace anomalloc {

class TracedProfile;

/// Blocks, and the bytes that were asked for.
struct LiveAmount {
  uint64_t Bytes = 0;
  uint64_t Blocks = 0;
};

/// The most that lived at once, stretch by stretch of a run.
class LiveTrack {
public:
  static constexpr size_t MaxPoints = 256;

  /// \p Live is there at \p Position, which never goes down.
  void note(uint64_t Position, const LiveAmount &Live);

  /// Point I: the most in [I << Shift, (I + 1) << Shift). Where nothing
  /// happened, what lived before.
  const std::vector<LiveAmount> &points() const { return Points; }
  unsigned shift() const { return Shift; }

private:
  std::vector<LiveAmount> Points;
  LiveAmount Last;
  unsigned Shift = 0;
};

struct TraceTimeline {
  LiveAmount Allocated, Freed; ///< Sums of the run.
  LiveTrack ByClock;        ///< The allocation clock: bytes allocated so far.
  LiveTrack ByTime;         ///< Nanoseconds since the trace began.
  uint64_t Nanoseconds = 0; ///< Of the last event.

  /// The moment with the most live bytes, the first of several.
  LiveAmount Peak;
  uint64_t PeakClock = 0;
  uint64_t PeakTime = 0;

  /// Who held the peak, or what lives at the end: the most bytes first.
  struct Holder {
    std::optional<SiteIndex> Site;
    std::optional<DarkIndex> Dark;
    SectionIndex Section{};
    LiveAmount AtPeak, AtEnd;
  };
  std::vector<Holder> Holders;

  std::string Missing; ///< TracedProfile::missing().
  std::unique_ptr<Profile> Model;
};

/// Plays the trace of \p Traced. Memory depends on the blocks that live at
/// once. With one thread, the peak is that of the mode `lifetime`. With
/// several, it depends on the order of events between the times that the trace
/// tells.
llvm::Expected<TraceTimeline> computeTimeline(TracedProfile &Traced);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TRACETIMELINE_H
