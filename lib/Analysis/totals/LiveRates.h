//===- LiveRates.h - what a running program allocates now -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares two looks at the counts of one running program.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_LIVERATES_H
#define ANOMALLOC_ANALYSIS_TOTALS_LIVERATES_H

#include "Analysis/stacks/LiveStacks.h"
#include "Analysis/totals/HeapTotals.h"
#include <array>
#include <deque>

namespace anomalloc {

/// What the rows of a table stand for.
enum class LiveView { Sites, Sections, Sizes, Threads, Stacks, Last = Stacks };
inline constexpr size_t NumLiveViews = size_t(LiveView::Last) + 1;

/// The key of a row. Its meaning depends on the view. Sites: a SiteIndex; for
/// dark code, DarkRow | the first DarkIndex of the function. Sections: a
/// SectionIndex. Sizes: a size in bytes. Threads: a LaneIndex. Stacks: an index
/// of LiveRates::Stacks.
using LiveKey = uint64_t;
inline constexpr LiveKey DarkRow = LiveKey(1) << 32;

/// All counts at one moment. Blocks of pools have rows only among the sites.
struct LiveSums {
  HeapTotals Totals;
  std::array<std::map<LiveKey, Amount>, NumLiveViews> Rows;
};

/// Adds up Profile::Counts. Dark code must have been given its names
/// (Symbolizer.h), because the rows of dark code are by function.
LiveSums sumLiveCounts(const Profile &P);

struct LiveRow {
  LiveKey Key = 0;
  Amount Whole; ///< Since the program began.
  Amount Now;   ///< In the time that the rates are for.
};

/// What rows are sorted by, largest first.
enum class LiveSort { Rate, ByteRate, Count, Bytes, Last = Bytes };

struct LiveRates {
  double Seconds = 0; ///< The time that the rates are for.
  /// Seconds is the time of the whole run so far, not only since the last look.
  bool OfWholeRun = false;
  HeapTotals Whole, Now;
  std::array<std::vector<LiveRow>, NumLiveViews> Rows;
  /// If somebody asked for stacks: their numbers, which may be estimates.
  std::vector<LiveStack> Stacks;
  /// Stacks were not looked at before, so it is not known what is new.
  bool NewStacksUnknown = false;

  uint64_t perSecond(uint64_t Number) const {
    return Seconds > 0 ? uint64_t(double(Number) / Seconds + 0.5) : 0;
  }
};

/// What happened from \p Before to \p After, in \p Seconds. Rows are those of
/// \p After.
LiveRates compareLive(const LiveSums &Before, const LiveSums &After,
                      double Seconds);
/// Adds \p Stacks and their rows to \p R.
void addStacks(LiveRates &R, const LiveStacks &Stacks);
/// Sorts all rows.
void sortRows(LiveRates &R, LiveSort Sort);

/// The rates of the last looks, oldest first.
class RateHistory {
public:
  static constexpr size_t Most = 400; ///< No terminal is wider.

  void add(const LiveRates &R);
  const std::deque<uint64_t> &allocations() const { return Allocations; }
  const std::deque<uint64_t> &bytes() const { return Bytes; }

private:
  std::deque<uint64_t> Allocations, Bytes;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_LIVERATES_H
