//===- Measures.h - what was counted ----------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers of events and of blocks, by the code that they belong to (Code.h).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_MEASURES_H
#define ANOMALLOC_PROFILE_MEASURES_H

#include "Profile/Indices.h"
#include "anomalloc/LifetimeFormat.h"
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace anomalloc {

/// Blocks that sites without a line to change of their own made while a maker
/// call was in progress. Profile::Counts counts them too: the sum of all is
/// that of such sites, by section and lane.
struct MakerCount {
  /// The call whose line is to be changed. None: no instrumented function that
  /// is no maker was known to be on the way.
  std::optional<MakerCallIndex> Call;
  SectionIndex Section{};
  LaneIndex Lane{};
  uint64_t Blocks = 0;
  uint64_t Bytes = 0; ///< As asked for.
};

/// So many allocations of one exact size from one stack. Profile::Counts counts
/// them too. Only events that the user selected have stacks.
struct StackCount {
  StackIndex Stack{}; ///< Innermost level: it called the allocation function.
  /// The site that is charged, as in Count; none: dark.
  std::optional<SiteIndex> Site;
  SectionIndex Section{};
  LaneIndex Lane{};
  uint64_t Size = 0;
  uint64_t Allocations = 0;
};

/// One count: so many heap (or pool) allocations of one exact size.
struct Count {
  /// The site that is charged. None: dark.
  std::optional<SiteIndex> Site;
  /// Who called the allocator, if that was not the site itself: the library
  /// code below a leading site, or the origin of a dark allocation.
  std::optional<DarkIndex> Dark;
  SectionIndex Section{};
  LaneIndex Lane{};
  uint64_t Size = 0; ///< Bytes asked for in one call.
  uint64_t Allocations = 0;
};

/// What became of some blocks. All are numbers of blocks.
struct LifetimeCounts {
  uint64_t Allocated = 0;
  uint64_t Freed = 0;
  // Freed blocks, as the table says.
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text) uint64_t Member = 0;
#include "anomalloc/LifetimeCounters.def"
  /// The most that lived at once.
  uint64_t Peak = 0;
  /// Several threads made and freed these blocks: at most Peak lived at once.
  bool PeakIsBound = false;
  /// Blocks that lived when the process had the most live bytes.
  uint64_t AtPeak = 0;
  /// Freed blocks by lifetime, in the buckets of LifetimeBuckets
  /// (LifetimeFormat.h), and how they grew, the counters of GrowthCounters.
  std::map<uint32_t, uint64_t> Buckets;

  uint64_t bucket(uint32_t Number) const {
    auto I = Buckets.find(Number);
    return I == Buckets.end() ? 0 : I->second;
  }
  /// Whether there are counters of growth.
  bool grew() const {
    return Buckets.lower_bound(format::GrowthCounters::First) != Buckets.end();
  }
  /// Blocks that live at the end of the record. If the process has ended, they
  /// are leaked.
  uint64_t live() const { return Allocated > Freed ? Allocated - Freed : 0; }
};

/// What became of the blocks of one site, section and size.
struct Lifetime {
  std::optional<SiteIndex> Site; ///< As in Count.
  std::optional<DarkIndex> Dark;
  SectionIndex Section{};
  uint64_t Size = 0; ///< Bytes of each.
  LifetimeCounts Counts;
  /// Code that freed them, and how many. Who freed the others is not known.
  std::vector<std::pair<DarkIndex, uint64_t>> FreeSites;
};

/// What became of the blocks of one stack. Some Lifetime has them too.
struct StackLifetime {
  StackIndex Stack{};            ///< As in StackCount.
  std::optional<SiteIndex> Site; ///< As in StackCount.
  SectionIndex Section{};
  uint64_t Size = 0;     ///< Bytes of each.
  LifetimeCounts Counts; ///< Without buckets.
};

/// What lived at one moment: the one with the most live bytes in a stretch of
/// the clock.
struct TimelinePoint {
  uint64_t Bytes = 0; ///< As asked for.
  uint64_t Blocks = 0;
  uint64_t UsableBytes = 0; ///< What the allocator gave for these.
};

/// Sums of a process that ran in a lifetime mode.
struct LifetimeTotals {
  uint64_t PeakBytes = 0;
  uint64_t UnknownFrees = 0; ///< Of blocks that were not watched.
  uint64_t Unwatched = 0;    ///< Allocations that were counted only.
  uint64_t UnwatchedBytes = 0;
  uint32_t TemporaryLimit = 0;
  bool Timed = false;
  /// A thread's clock may miss so many bytes of each other thread.
  uint64_t ClockStep = 0;
  /// Point I is for the stretch of the clock in
  /// [I << TimelineShift, (I + 1) << TimelineShift).
  uint32_t TimelineShift = 0;
  std::vector<TimelinePoint> Timeline;
  /// Whether the points' usable bytes are the allocator's word.
  bool UsableKnown = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_MEASURES_H
