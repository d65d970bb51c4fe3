//===- MakerPaths.h - from sites in makers to their callers -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_MAKERPATHS_H
#define ANOMALLOC_ANALYSIS_LINES_MAKERPATHS_H

#include "Analysis/lines/OtherNames.h"
#include "Profile/Profile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace anomalloc {

/// Climbs from a site whose levels are all makers. Follows the calls that
/// makers make outwards, up to the calls that have a line to change.
class MakerPaths {
public:
  /// \p P must outlive it.
  explicit MakerPaths(const Profile &P);

  /// A call with a line to change that leads to a site.
  struct Path {
    /// None: no caller of the outermost of Makers is known.
    std::optional<MakerCallIndex> Call;
    /// The makers' levels between the line and the allocation, the outermost
    /// first. If there are several ways: the levels that all ways begin with,
    /// and then the levels that all ways end with. The outermost function is
    /// always there, without a line if the lines of the ways differ.
    std::vector<Frame> Makers;
    /// Linkage names of the levels that only some ways have.
    std::set<llvm::StringRef> OnSomeWays;
    uint64_t InnerLoops = 0; ///< Most loops around the site in these makers.
  };
  /// The paths to \p S in the order of calls, each call once. If there is no
  /// such call, the paths from makers that have no known caller.
  std::vector<Path> pathsTo(const Site &S) const;

  /// Linkage names of the program's own makers that \p Call leads to on some
  /// way to a site; sorted.
  std::vector<llvm::StringRef> makersBelow(const MakerCall &Call) const;

  /// The maker whose name without scopes is \p Name. Only makers with sites or
  /// maker calls count. The frame has the first line of the maker's sites and
  /// maker calls. Null: there is no such maker, or several.
  const Frame *makerNamed(llvm::StringRef Name) const;

private:
  void addNamed(const Frame &Outermost);

  const Profile &P;
  std::multimap<uint64_t, MakerCallIndex> CallsOf; ///< By callee.
  OtherNames Names;
  /// By function: calls and sites that have no line to change of their own.
  std::multimap<uint64_t, MakerCallIndex> CallsIn;
  std::multimap<uint64_t, SiteIndex> SitesIn;
  /// By name without scopes; null: of several functions.
  llvm::StringMap<const Frame *> Named;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_MAKERPATHS_H
