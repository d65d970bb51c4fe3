//===- BlockGroups.h - blocks that are judged together ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_BLOCKGROUPS_H
#define ANOMALLOC_ANALYSIS_CHANGES_BLOCKGROUPS_H

#include "Analysis/allocators/AllocatorCost.h"
#include "Analysis/changes/GrowthChains.h"
#include "Analysis/lifetimes/LifetimeTable.h"
#include "Analysis/lines/ChangeLines.h"
#include "Analysis/sites/SizeShare.h"

namespace anomalloc {

/// The blocks of some sites that the same lines get through the same callee. A
/// group has one line as a rule, and several lines if they share a maker. The
/// fate of blocks is known only by site. So it is known for all lines of the
/// group together, mixed with other lines that reach the sites through another
/// callee.
struct BlockGroup {
  std::vector<const ChangeLine *> Lines; ///< The most allocations first.
  std::vector<SiteIndex> Sites; ///< Empty: code without sites, seen in stacks.
  Amount Requested;             ///< What the lines allocated.
  /// All blocks of the sites. In a part(): only what the lines of the part
  /// allocated.
  Amount Allocated;
  /// Allocations by size. In a part(): empty if the sizes are not known.
  SizeCounts Sizes;
  /// By index of Sites: all blocks of the site, by size.
  std::vector<SizeCounts> SizesOfSites;
  uint64_t Depth = 0; ///< Effective loop depth, the deepest.
  /// Where all the blocks lie.
  MemorySpace Space = MemorySpace::Host;
  bool AreCoroutineFrames = false;
  /// The compiler knew the size of each block, and the sizes are small. No
  /// block is known to have outlived the call that made it.
  bool MayFitStack = false;
  /// Each block is an exception that is thrown.
  bool IsThrown = false;

  /// Whether the fate of the blocks was recorded. If so, Sum has the fate of
  /// all blocks of the sites.
  bool HasLifetimes = false;
  LifetimeSum Sum;
  /// An upper bound for the number of blocks that lived at once.
  uint64_t Peak = 0;
  std::vector<const LifetimeTable::Row *> Rows;
  GrowthChains Growth;

  const ChangeLine &line() const { return *Lines.front(); }
  /// The most frequent size, and its number of allocations.
  std::pair<uint64_t, uint64_t> commonSize() const;
  /// \p Number is a sum over all blocks of the sites. Estimates the part of the
  /// sum that \p Some of the blocks have, by their share of the allocations.
  uint64_t shareOf(const Amount &Some, uint64_t Number) const;
  /// The group of only those blocks that \p Some of the lines made; their sum
  /// is \p Sum. The fate in the result is still that of the blocks of all
  /// lines.
  BlockGroup part(llvm::ArrayRef<const ChangeLine *> Some,
                  const Amount &Sum) const;
};

/// The groups of all lines, in the order of the heaviest line of each group.
/// Pools are left out, but for those of other memory spaces.
std::vector<BlockGroup> groupBlocks(const Profile &P, const LinesToChange &L,
                                    llvm::ArrayRef<Count> Counts,
                                    const LifetimeTable &Lifetimes);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_BLOCKGROUPS_H
