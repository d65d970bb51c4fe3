//===- LifetimeTable.h - what became of the blocks --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LIFETIMES_LIFETIMETABLE_H
#define ANOMALLOC_ANALYSIS_LIFETIMES_LIFETIMETABLE_H

#include "Analysis/allocators/AllocatorModel.h"
#include "Analysis/estimate/Estimate.h"
#include "Analysis/lines/UserCallers.h"
#include "Analysis/totals/Amount.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

/// Sums over lifetimes: blocks and their bytes.
struct LifetimeSum {
  Amount Allocated, Freed;
  Amount Live;   ///< At the end of the record.
  Amount AtPeak; ///< Live when the processes' live bytes were the most.
  /// Bytes that the allocator takes beyond AtPeak.Bytes, as far as block sizes
  /// are known: headers before the blocks, and rounding up. MinimumAtPeak is
  /// the part of the rounding that the allocator's smallest block size causes.
  uint64_t HeaderAtPeak = 0, RoundingAtPeak = 0, MinimumAtPeak = 0;
  /// Bytes of AtPeak whose block sizes are not known.
  uint64_t UnknownAtPeak = 0;
  // Numbers of freed blocks; LifetimeCounters.def says of which.
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text) uint64_t Member = 0;
#include "anomalloc/LifetimeCounters.def"
  std::map<uint32_t, uint64_t> Buckets; ///< As in LifetimeCounts.

  /// The counter \p Number of AccessCounters.
  uint64_t access(uint32_t Number) const {
    auto I = Buckets.find(Number);
    return I == Buckets.end() ? 0 : I->second;
  }
  void add(const Lifetime &L, const AllocatorModel &Model);
  uint64_t extraAtPeak() const {
    return llvm::SaturatingAdd(HeaderAtPeak, RoundingAtPeak);
  }
  /// The lifetime that the part \p Share of the freed blocks did not exceed, in
  /// bytes allocated meanwhile. It is rounded up to a power of two less one.
  uint64_t lifetimeOf(double Share) const;
  /// lifetimeOf(0.5), if what it is known from is worth \p Draws draws. Its
  /// interval is that of Woodruff: half of the blocks is in the interval of the
  /// share that did not live longer (JASA 47, 1952).
  Estimate medianLifetime(double Draws) const;
  /// Freed blocks that lived for at most \p Limit, a power of two less one.
  uint64_t freedWithin(uint64_t Limit) const;
  /// Freed blocks that lived for at least \p Least, as far as buckets tell.
  uint64_t freedAfter(uint64_t Least) const;
};

/// Whether the profile has lifetimes: of all processes (Seen), of some, or of
/// none.
enum class LifetimeState {
  NotRecorded, ///< No process ran in a lifetime mode.
  NotSeen,     ///< No process's frees came to the runtime.
  Partly,      ///< Only some processes' frees came to the runtime.
  Seen,
};

LifetimeState lifetimeStateOf(const Profile &P);

/// The text about LifetimeState::NotSeen for people.
inline constexpr llvm::StringLiteral WhyLifetimesNotSeen =
    "not seen: another allocator stands before Anomalloc's, or is a part of "
    "the program, and its frees do not pass through the runtime";

/// The sums that are estimates if the profile is a sample; else they are exact.
struct LifetimeEstimates {
  struct BlocksAndBytes {
    Estimate Blocks, Bytes;
  };
  BlocksAndBytes Freed, Live, AtPeak;
  Estimate Temporary, FreedElsewhere;
  /// Of each part the most drawn blocks that lived at once, added up: no more
  /// than OwnPeak.Bytes.High lived at one time.
  BlocksAndBytes OwnPeak;
  double FreedDraws = 0; ///< Those that Freed is worth (effectiveDraws).
};

/// \p InTotals: \p Parts are of all code.
LifetimeEstimates estimateLifetimes(const Profile &P,
                                    llvm::ArrayRef<const Lifetime *> Parts,
                                    bool InTotals = false);

/// The same of one row alone, which is about no other sizes and sections.
LifetimeEstimates estimateRow(const Profile &P, const Lifetime &L);

struct LifetimeTable {
  /// A site, or a function of a library.
  struct Row {
    std::optional<SiteIndex> Site;
    llvm::StringRef Library, Function; ///< Set if Site is none.
    LifetimeSum Sum;
    std::vector<const Lifetime *> Parts; ///< By section and size.
    /// The most blocks that lived at once. With PeakIsBound, Peak is only an
    /// upper bound: parts may have had their peaks at different times.
    Amount Peak;
    bool PeakIsBound = false;
    std::vector<std::pair<DarkIndex, uint64_t>> FreeSites; ///< Most first.
    UserLines Callers;
    /// Blocks of a sampled profile that are not in Sum, because none of their
    /// size was drawn.
    Amount NotDrawn;
    Amount allocated() const {
      Amount Its = Sum.Allocated;
      return Its += NotDrawn;
    }
  };
  LifetimeState State = LifetimeState::NotRecorded;
  LifetimeSum All;
  std::vector<Row> Rows; ///< All of them; most allocations first.
  /// Of sampled profiles: all blocks that have a row, exact, and those of sites
  /// and functions of which none was drawn.
  Amount InRows, NotDrawn;
  size_t CodeNotDrawn = 0; ///< How many sites and functions these are.
  // Sums over the processes; the filter does not apply.
  uint64_t PeakBytes = 0;
  uint64_t LiveAtEnd = 0; ///< Bytes.
  uint64_t UnknownFrees = 0;
  Amount Unwatched;
  uint32_t TemporaryLimit = 0;
  uint64_t ClockStep = 0; ///< The largest LifetimeTotals::ClockStep.
  /// If there is only one process: the bytes that it allocated. Timeline has
  /// the live bytes over them, a point for each 1 << TimelineShift bytes.
  uint64_t Clock = 0;
  uint32_t TimelineShift = 0;
  /// A point of Timeline. Header and Rounding are bytes that the allocator took
  /// beyond the bytes asked for. They are set only if the allocator told them
  /// (ExtraKnown).
  struct Point {
    uint64_t Bytes = 0, Blocks = 0;
    uint64_t Header = 0, Rounding = 0; ///< Bytes, if ExtraKnown.
  };
  std::vector<Point> Timeline;
  bool ExtraKnown = false;

  /// The estimates for All.
  LifetimeEstimates estimateAll(const Profile &P) const;
  /// A lower bound for the bytes that the process had allocated when its live
  /// bytes first came near their peak; 0 without a timeline.
  uint64_t clockOfPeak() const;
  /// Upper bounds for the bytes that the process allocated up to the peak, and
  /// after it. None without a timeline.
  std::optional<uint64_t> mostUpToPeak() const;
  std::optional<uint64_t> mostAfterPeak() const;

private:
  /// Live bytes from which on they are near their peak.
  uint64_t nearPeak() const;
};

/// \p NotDrawn: those of P.NotDrawn that pass the filter.
LifetimeTable computeLifetimes(const Profile &P,
                               llvm::ArrayRef<const Lifetime *> Lifetimes,
                               UserCallers &Callers,
                               llvm::ArrayRef<Count> NotDrawn = {});

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LIFETIMES_LIFETIMETABLE_H
