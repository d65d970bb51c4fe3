//===- RankTable.h - how evenly ranks allocate ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_RANKTABLE_H
#define ANOMALLOC_ANALYSIS_TOTALS_RANKTABLE_H

#include "Profile/Profile.h"

namespace anomalloc {

/// A number of each rank, seen over all ranks, also those that have 0.
struct SpreadOverRanks {
  uint64_t Ranks = 0;  ///< All.
  uint64_t Having = 0; ///< Those whose number is not 0.
  RankSpread Its;

  double mean() const { return Ranks ? double(Its.Sum) / double(Ranks) : 0; }
  uint64_t least() const { return Having < Ranks ? 0 : Its.Least; }
  /// None: not known, because it is one of those that have 0.
  std::optional<uint32_t> leastRank() const {
    return Having && Having == Ranks ? std::optional(Its.LeastRank)
                                     : std::nullopt;
  }
  std::optional<uint32_t> mostRank() const {
    return Having ? std::optional(Its.MostRank) : std::nullopt;
  }
  double deviation() const { return Its.deviation(Ranks); }
  /// How many times the mean the largest number is; 0 if all are 0.
  double mostByMean() const { return Its.Sum ? double(Its.Most) / mean() : 0; }
  /// How far the largest number lies above the mean.
  double excess() const { return double(Its.Most) - mean(); }

  void add(uint64_t Number, uint32_t Rank);
};

struct RankTable {
  /// Those whose counts are known one by one. Profiles that an older version
  /// merged do not tell that, so there may be more in all.
  uint64_t Ranks = 0;
  uint64_t All = 0, Hosts = 0;
  /// The rows that passed the filter. Those for which the heaviest rank lies
  /// furthest above the mean come first.
  std::vector<const RankCount *> Rows;
  /// The most resident memory of each rank, and the most live bytes: of the
  /// ranks that told it.
  std::optional<SpreadOverRanks> PeakResident, PeakLive;

  SpreadOverRanks allocations(const RankCount &C) const {
    return {Ranks, C.Ranks, C.Allocations};
  }
  SpreadOverRanks bytes(const RankCount &C) const {
    return {Ranks, C.Ranks, C.Bytes};
  }
  /// Whether one rank makes so many more allocations of \p C than the mean that
  /// a reader should know: twice the mean and more, and one in a hundred of all
  /// allocations of a rank.
  bool isUneven(const RankCount &C) const;

private:
  friend RankTable computeRanks(const Profile &,
                                std::vector<const RankCount *>);
  double MeanOfAll = 0; ///< Allocations of a rank.
};

/// \p Rows: as applyFilterToRanks() returns them.
RankTable computeRanks(const Profile &P, std::vector<const RankCount *> Rows);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_RANKTABLE_H
