//===- WayList.h - the ways of the lines to change --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_WAYLIST_H
#define ANOMALLOC_ANALYSIS_LINES_WAYLIST_H

#include "Analysis/lines/ChangeLines.h"
#include "Analysis/lines/MakerPaths.h"

namespace anomalloc {

/// Collects the ways while the lines are found. Each way occurs once, with the
/// sum of its blocks.
class WayList {
public:
  /// The ways to a site in makers, and the line of each.
  using Callers = std::vector<std::pair<MakerPath, ChangeLine>>;

  /// \p Graph must outlive it.
  WayList(const Profile &P, const MakerGraph &Graph) : P(P), Graph(Graph) {}

  /// Adds blocks that came by a chain or a stack. \p Site is none for code
  /// without sites.
  void addChain(const ChangeLine &Read, std::optional<SiteIndex> Site,
                const SizeCounts &Sizes, bool IsShared = false);
  /// Adds the blocks that a site in makers made, for all of its callers. If
  /// maker calls are \p Counted, addCall tells the numbers.
  void addCallers(SiteIndex Site, const Callers &Known, const SizeCounts &Sizes,
                  bool Counted);
  /// Notes that the calls of \p Known lead to \p Site. All ways to the site are
  /// known.
  void addCalls(SiteIndex Site, const Callers &Known);
  void addCall(MakerCallIndex Call, const ChangeLine &Line, Amount Its);

  /// Fills Ways and InMakers of \p To. Its Lines must be complete.
  void take(LinesToChange &To);

private:
  struct Way {
    ChangeWay Its;
    ChangeLine::Key Line;
  };
  using FrameKey =
      std::tuple<llvm::StringRef, llvm::StringRef, uint32_t, uint32_t>;
  /// Whether shared, whether with sites, callee, number of makers, makers and
  /// levels.
  using ChainKey =
      std::tuple<bool, bool, llvm::StringRef, size_t, std::vector<FrameKey>>;

  ChangeWay &wayOf(MakerCallIndex Call, const ChangeLine &Line);

  const Profile &P;
  const MakerGraph &Graph;
  std::map<ChainKey, Way> OfChains;
  std::map<MakerCallIndex, Way> OfCalls;
  std::vector<SiteIndex> InMakers;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_WAYLIST_H
