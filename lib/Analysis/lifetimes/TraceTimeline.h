//===- TraceTimeline.h - live memory over a trace ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LIFETIMES_TRACETIMELINE_H
#define ANOMALLOC_ANALYSIS_LIFETIMES_TRACETIMELINE_H

#include "Profile/Profile.h"
#include "Profile/TraceReader.h"

namespace anomalloc {

class TracedProfile;

/// Blocks, and the bytes that were asked for.
struct LiveAmount {
  uint64_t Bytes = 0;
  uint64_t Blocks = 0;
};

/// The most that lived at once, stretch by stretch of a run. \p Amount: what is
/// kept of a moment, with its Bytes.
template <typename Amount> class LiveTrackOf {
public:
  static constexpr size_t MaxPoints = 256;

  LiveTrackOf() = default;
  LiveTrackOf(std::vector<Amount> Points, unsigned Shift)
      : Points(std::move(Points)), Shift(Shift) {}

  /// \p Live is there at \p Position, which never goes down.
  void note(uint64_t Position, const Amount &Live) {
    while (Position >> Shift >= MaxPoints) {
      for (size_t I = 0; I < Points.size(); I += 2)
        Points[I / 2] =
            I + 1 < Points.size() && Points[I + 1].Bytes > Points[I].Bytes
                ? Points[I + 1]
                : Points[I];
      Points.resize((Points.size() + 1) / 2);
      ++Shift;
    }
    const size_t I = size_t(Position >> Shift);
    // What lived before is there at the begin of each new point.
    Points.resize(std::max(Points.size(), I + 1), Last);
    if (Live.Bytes > Points[I].Bytes)
      Points[I] = Live;
    Last = Live;
  }

  /// Point I: the most in [I << Shift, (I + 1) << Shift). Where nothing
  /// happened, what lived before.
  const std::vector<Amount> &points() const { return Points; }
  unsigned shift() const { return Shift; }

private:
  std::vector<Amount> Points;
  Amount Last;
  unsigned Shift = 0;
};
using LiveTrack = LiveTrackOf<LiveAmount>;

struct TraceTimeline {
  /// Without a trace, ByTime and what is in nanoseconds are not known, and
  /// PeakClock is the begin of the point with the peak.
  bool IsOfTrace = true;
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
    uint32_t Number; ///< In HolderOf.
  };
  std::vector<Holder> Holders;
  void sortHolders();
  static constexpr uint32_t Nobody = ~0u;
  std::vector<uint32_t> HolderOf; ///< By key of the trace; or Nobody.

  std::string Missing; ///< TracedProfile::missing().
  std::unique_ptr<Profile> Model;
};

/// Plays the trace of \p Traced. Memory depends on the blocks that live at
/// once. With one thread, the peak is that of the mode `lifetime`. With
/// several, it depends on the order of events between the times that the trace
/// tells.
llvm::Expected<TraceTimeline> computeTimeline(TracedProfile &Traced);

/// What the mode `lifetime` knows of it. Error: \p P is not the profile of one
/// process that recorded lifetimes.
llvm::Expected<TraceTimeline> timelineOfLifetimes(std::unique_ptr<Profile> P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LIFETIMES_TRACETIMELINE_H
