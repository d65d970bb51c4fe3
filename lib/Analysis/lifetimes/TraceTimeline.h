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

/// The most bytes that lived at once in each stretch of a run. \p Amount is the
/// type of a point: it describes the live blocks at one moment. It has a member
/// Bytes.
template <typename Amount> class LiveTrackOf {
public:
  static constexpr size_t MaxPoints = 256;

  LiveTrackOf() = default;
  LiveTrackOf(std::vector<Amount> Points, unsigned Shift)
      : Points(std::move(Points)), Shift(Shift) {}

  /// Notes that \p Live is alive from \p Position on, a clock value or a time.
  /// \p Position must never go down.
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

  /// Point I is the amount with the most bytes at positions in
  /// [I << Shift, (I + 1) << Shift). Where nothing happened, it is the amount
  /// that lived before.
  const std::vector<Amount> &points() const { return Points; }
  unsigned shift() const { return Shift; }

private:
  std::vector<Amount> Points;
  Amount Last;
  unsigned Shift = 0;
};
using LiveTrack = LiveTrackOf<LiveAmount>;

struct TraceTimeline {
  /// False: there was no trace. ByTime and all nanoseconds are then not known,
  /// and PeakClock is the begin of that point of ByClock that has the peak.
  bool IsOfTrace = true;
  LiveAmount Allocated, Freed; ///< Sums of the run.
  LiveTrack ByClock;        ///< The allocation clock: bytes allocated so far.
  LiveTrack ByTime;         ///< Nanoseconds since the trace began.
  uint64_t Nanoseconds = 0; ///< Time of the last event, as in ByTime.

  /// The moment with the most live bytes, the first of several.
  LiveAmount Peak;
  uint64_t PeakClock = 0;
  uint64_t PeakTime = 0;

  /// A site, or dark code, in one section, that has blocks at the peak or at
  /// the end. The holders with the most bytes come first.
  struct Holder {
    std::optional<SiteIndex> Site;
    std::optional<DarkIndex> Dark;
    SectionIndex Section{};
    LiveAmount AtPeak, AtEnd;
    uint32_t Number; ///< Stands for this holder in HolderOf.
  };
  std::vector<Holder> Holders;
  void sortHolders();
  static constexpr uint32_t Nobody = ~0u;
  /// By key of the trace: Number of the key's holder, or Nobody.
  std::vector<uint32_t> HolderOf;

  std::string Missing; ///< TracedProfile::missing().
  std::unique_ptr<Profile> Model;
};

/// Replays the trace of \p Traced. The memory that this needs grows with the
/// number of blocks that live at once. With one thread, the peak equals the
/// peak of the mode `lifetime`. With several threads, the peak depends on the
/// order of events between the times that the trace tells.
llvm::Expected<TraceTimeline> computeTimeline(TracedProfile &Traced);

/// Computes the timeline as far as the mode `lifetime` knows it. Fails if \p P
/// is not the profile of one process that recorded lifetimes.
llvm::Expected<TraceTimeline> timelineOfLifetimes(std::unique_ptr<Profile> P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LIFETIMES_TRACETIMELINE_H
