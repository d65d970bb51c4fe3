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

/// The draws behind a row of a sampled profile, after
/// Analysis/estimate/ScaleSamples.h made its numbers estimates. Not stored in
/// any file.
struct Draws {
  uint64_t Blocks = 0;  ///< Blocks of the row that were drawn.
  double Weight = 1;    ///< The blocks that each drawn block stands for.
  uint32_t Stratum = 0; ///< Index into Profile::Strata.
};

/// Blocks of which a sample was drawn, each with about the same chance. How
/// many there are is known exactly, so the drawn ones stand for just so many.
struct Stratum {
  uint64_t Blocks = 0; ///< All blocks, exact.
  uint64_t Bytes = 0;  ///< Of all blocks, exact.
  uint64_t Drawn = 0;  ///< The blocks among them that were drawn.
  double Chance = 1;   ///< Of one block to be drawn.
  /// For sums over all code: a larger stratum that this one is a part of, and
  /// what a row's weight is to be multiplied by there. Else the stratum itself.
  uint32_t InTotals = 0;
  double WeightInTotals = 1;
  /// The strata of the same site or dark origin: from First to before End.
  uint32_t First = 0, End = 0;
  /// All strata of the same table of rows.
  uint32_t TableFirst = 0, TableEnd = 0;
};

/// The blocks that were made during one maker call, by sites without a line to
/// change of their own. Profile::Counts counts these blocks, too: in each
/// section and lane, all MakerCounts together have as many blocks as such sites
/// (those that the pass saw: Site::FromBinary).
struct MakerCount {
  /// The call whose line is to be changed. None: it is not known which
  /// instrumented function called the makers.
  std::optional<MakerCallIndex> Call;
  SectionIndex Section{};
  LaneIndex Lane{};
  uint64_t Blocks = 0;
  uint64_t Bytes = 0; ///< As asked for.
};

/// One count: the allocations of one exact size from one stack. Profile::Counts
/// counts them, too. Only events that the user selected have stacks.
struct StackCount {
  /// The innermost level of the stack, which called the allocation function.
  StackIndex Stack{};
  /// The site that is charged, as in Count; none: dark.
  std::optional<SiteIndex> Site;
  SectionIndex Section{};
  LaneIndex Lane{};
  uint64_t Size = 0;
  uint64_t Allocations = 0;
  Draws Drawn = {}; ///< Only of a sampled profile.
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

/// What became of some blocks. All members are numbers of blocks, except for
/// the counters of bytes among GrowthCounters.
struct LifetimeCounts {
  uint64_t Allocated = 0;
  uint64_t Freed = 0;
  // Numbers of freed blocks; LifetimeCounters.def says of which.
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text) uint64_t Member = 0;
#include "anomalloc/LifetimeCounters.def"
  /// The most of these blocks that lived at once.
  uint64_t Peak = 0;
  /// Several threads made and freed these blocks, so Peak is only an upper
  /// bound.
  bool PeakIsBound = false;
  /// Blocks that lived when the process had the most live bytes.
  uint64_t AtPeak = 0;
  /// The freed blocks by lifetime, in the buckets of LifetimeBuckets
  /// (LifetimeFormat.h). The counters of GrowthCounters and AccessCounters
  /// stand here, too: they tell how the blocks grew, and what of them was used.
  std::map<uint32_t, uint64_t> Buckets;

  uint64_t bucket(uint32_t Number) const {
    auto I = Buckets.find(Number);
    return I == Buckets.end() ? 0 : I->second;
  }
  /// The counter \p Number of AccessCounters.
  uint64_t access(uint32_t Number) const { return bucket(Number); }
  /// Whether there are counters of growth.
  bool grew() const {
    auto I = Buckets.lower_bound(format::GrowthCounters::First);
    return I != Buckets.end() && I->first < format::GrowthCounters::End;
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
  uint64_t Size = 0; ///< Bytes of each block.
  LifetimeCounts Counts;
  /// The code that freed some of these blocks, and how many it freed. Who freed
  /// the others is not known.
  std::vector<std::pair<DarkIndex, uint64_t>> FreeSites;
  Draws Drawn = {}; ///< Only of a sampled profile.
};

/// What became of the blocks of one stack. The same blocks are also part of a
/// Lifetime.
struct StackLifetime {
  StackIndex Stack{};            ///< As in StackCount.
  std::optional<SiteIndex> Site; ///< As in StackCount.
  SectionIndex Section{};
  uint64_t Size = 0;     ///< Bytes of each block.
  LifetimeCounts Counts; ///< Without buckets.
  Draws Drawn = {};      ///< Only of a sampled profile.
};

/// The blocks that were live at one moment: at the moment with the most live
/// bytes in a stretch of the allocation clock.
struct TimelinePoint {
  uint64_t Bytes = 0; ///< As asked for.
  uint64_t Blocks = 0;
  uint64_t UsableBytes = 0; ///< What the allocator gave for these blocks.
};

/// Sums of a process that ran in a lifetime mode.
struct LifetimeTotals {
  uint64_t PeakBytes = 0;
  uint64_t UnknownFrees = 0; ///< Frees of blocks that were not watched.
  uint64_t Unwatched = 0;    ///< Allocations that were only counted.
  uint64_t UnwatchedBytes = 0;
  uint32_t TemporaryLimit = 0;
  bool Timed = false;
  /// The allocation clock, as a thread sees it, may lack up to ClockStep bytes
  /// of each other thread.
  uint64_t ClockStep = 0;
  /// Point I is for the stretch of the clock in
  /// [I << TimelineShift, (I + 1) << TimelineShift).
  uint32_t TimelineShift = 0;
  std::vector<TimelinePoint> Timeline;
  /// Whether the allocator could be asked for the usable bytes of all blocks.
  /// If not, UsableBytes has the bytes asked for in place of some or all of
  /// them.
  bool UsableKnown = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_MEASURES_H
