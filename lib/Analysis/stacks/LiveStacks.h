//===- LiveStacks.h - stacks of a running program ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two snapshots of a sampled run are samples, and so is what lies between
/// them: its drawn blocks, and the exact counts of the same time. So what is
/// new is estimated from these, and not by the difference of two estimates.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_LIVESTACKS_H
#define ANOMALLOC_ANALYSIS_STACKS_LIVESTACKS_H

#include "Analysis/estimate/Estimate.h"
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace anomalloc {

/// A stack trace type of a running program. Has no reference to a profile.
struct LiveStack {
  struct Level {
    std::string Function; ///< Linkage name; "" if unknown.
    std::string Library;
    uint64_t Offset = 0; ///< In Library, if Function is unknown.
    std::string File;
    uint32_t Line = 0;
    bool IsUser = false;
  };
  std::vector<Level> Levels;         ///< Innermost first.
  Estimate Allocations, Bytes;       ///< Of the whole run so far.
  Estimate NewAllocations, NewBytes; ///< Since the snapshot before.
};

/// Compares each snapshot of one process with the one before. Not thread-safe.
class LiveStacks {
public:
  /// Takes the snapshot \p P, as readSnapshot() gives it.
  void look(std::unique_ptr<Profile> P);

  /// Those of the last snapshot, in no certain order.
  const std::vector<LiveStack> &rows() const { return Rows; }
  /// Whether there was a snapshot before. Else what is new is all.
  bool hasBefore() const { return Looks > 1; }

private:
  using PlaceKey = std::tuple<std::string, std::string, uint64_t>;
  /// Stack, 1 for a site, site or place, family, section, lane and size.
  using CountKey = std::tuple<uint32_t, bool, uint64_t, unsigned, std::string,
                              uint32_t, uint64_t>;
  using Sums = std::map<CountKey, uint64_t>;

  void nameLevels(Profile &P);
  uint32_t placeId(llvm::StringRef Library, llvm::StringRef BuildId,
                   uint64_t Offset);
  CountKey keyOf(const Profile &P, const Count &C);
  CountKey keyOf(const Profile &P, const StackCount &C);
  template <typename Row>
  void keepNew(const Profile &P, std::vector<Row> &Counts, Sums &Known);

  std::vector<LiveStack> Rows;
  unsigned Looks = 0;
  Sums KnownCounts, KnownStacks; ///< Those of the last snapshot.
  std::map<PlaceKey, uint32_t> PlaceIds;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> StackIds;
  std::vector<uint32_t> IdOfStack; ///< By stack of the snapshot at hand.
  /// Places that were named, and the profiles that keep their texts.
  std::map<PlaceKey, std::vector<Frame>> Named;
  std::vector<std::unique_ptr<Profile>> Texts;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_LIVESTACKS_H
