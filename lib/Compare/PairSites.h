//===- PairSites.h - the sites of two versions of a program -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_PAIRSITES_H
#define ANOMALLOC_COMPARE_PAIRSITES_H

#include "Compare/LineMatch.h"
#include "Compare/SiteMatch.h"

namespace anomalloc {

struct SitePair {
  SiteIndex Old, New;
  MatchedBy How;
  bool ByOrder;
};

/// Pairs sites by the rules in SiteMatch.h. A site stands in several pairs if
/// it became several sites, or if several sites became it.
std::vector<SitePair> pairSites(const CodeIndex &Old, const CodeIndex &New,
                                const Renames &R, const LineMatch &Lines,
                                NameTable &Names);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_PAIRSITES_H
