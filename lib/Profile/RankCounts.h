//===- RankCounts.h - how allocations are spread over ranks -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ranks of a parallel program (MPI) are processes with a rank
/// (Process::rank). A model adds their counts up. How the sums were spread over
/// the ranks is kept beside them, in rows that two models add to the same rows
/// in whatever order, so that profiles can be reduced along a tree. What the
/// rows need does not grow with the number of ranks.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_RANKCOUNTS_H
#define ANOMALLOC_PROFILE_RANKCOUNTS_H

#include "Profile/Measures.h"
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace anomalloc {

/// A number that each of several ranks has. Ranks whose number is 0 are not
/// added.
struct RankSpread {
  uint64_t Sum = 0;
  uint64_t Least = 0, Most = 0;
  /// The lowest ranks that have the least and the most.
  uint32_t LeastRank = 0, MostRank = 0;
  /// The sum of the squares: its upper and its lower 64 bits.
  uint64_t SquaresHigh = 0, SquaresLow = 0;

  /// The spread of one number, which is not 0.
  static RankSpread of(uint64_t Number, uint32_t Rank);
  void add(const RankSpread &Other);

  /// The standard deviation over \p Ranks ranks: of the ranks themselves, which
  /// are no sample of more. It counts ranks that have 0, too.
  double deviation(uint64_t Ranks) const;
};

/// The allocations of one code, section and size, over the ranks. None: of all.
/// Rows for all code leave out pools, as the totals of the heap do.
struct RankCount {
  std::optional<SiteIndex> Site;
  std::optional<DarkIndex> Dark; ///< Only if no site is charged.
  std::optional<SectionIndex> Section;
  std::optional<uint64_t> Size;
  uint32_t Ranks = 0; ///< Those that have at least one of the allocations.
  RankSpread Allocations, Bytes;

  auto key() const { return std::tie(Site, Dark, Section, Size); }
};

/// Adds up the allocations of one rank.
class RankSums {
public:
  /// \p IsHeap: not of a pool.
  void add(const Count &C, bool IsHeap);
  /// The rows of the rank \p Rank, each key once.
  std::vector<RankCount> rows(uint32_t Rank) const;

private:
  struct Amount {
    uint64_t Allocations = 0, Bytes = 0;
  };
  using Key = std::tuple<std::optional<SiteIndex>, std::optional<DarkIndex>,
                         std::optional<SectionIndex>, std::optional<uint64_t>>;
  std::map<Key, Amount> Sums;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_RANKCOUNTS_H
