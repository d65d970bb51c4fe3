//===- MakerPaths.h - from sites in makers to their callers -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_MAKERPATHS_H
#define ANOMALLOC_ANALYSIS_LINES_MAKERPATHS_H

#include "Analysis/lines/MakerGraph.h"
#include <set>

namespace anomalloc {

/// A call with a line to change that leads to a site.
struct MakerPath {
  /// None: no caller of the outermost of Makers is known.
  std::optional<MakerCallIndex> Call;
  /// The makers' levels between the line and the allocation, the outermost
  /// first. If there are several ways: the levels that all ways begin with, and
  /// then the levels that all ways end with. The outermost function is always
  /// there, without a line if the lines of the ways differ.
  std::vector<Frame> Makers;
  /// Linkage names of the levels that only some ways have.
  std::set<llvm::StringRef> OnSomeWays;
  uint64_t InnerLoops = 0; ///< Most loops around the site in these makers.
};

/// Climbs from a site whose levels are all makers, up to the calls that have a
/// line to change. Returns the paths to \p S in the order of calls, each call
/// once. If there is no such call, the paths from makers that have no known
/// caller.
std::vector<MakerPath> findMakerPaths(const Profile &P, const MakerGraph &Graph,
                                      const Site &S);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_MAKERPATHS_H
