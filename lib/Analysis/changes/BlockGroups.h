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

/// The blocks of some sites that the same lines get through the same callee: of
/// one line as a rule, of several that share a maker. What became of the blocks
/// is known by site: for all lines of the group, and for others that reach the
/// sites through another callee.
struct BlockGroup {
  std::vector<const ChangeLine *> Lines; ///< The most allocations first.
  std::vector<SiteIndex> Sites; ///< Empty: code without sites, by its stacks.
  Amount Requested;             ///< What the lines allocated.
  /// Of all blocks of the sites; of a part, what its lines allocated.
  Amount Allocated;
  /// Allocations by size. Of a part: empty if they are not known.
  SizeCounts Sizes;
  /// Of each site, all that it made.
  std::vector<SizeCounts> SizesOfSites;
  uint64_t Depth = 0; ///< Effective loop depth, the deepest.
  bool AreCoroutineFrames = false;
  /// The compiler knew the size of each, a small one, and no block is known to
  /// have outlived the call that made it.
  bool MayFitStack = false;
  /// Each is an exception that is thrown.
  bool IsThrown = false;

  /// What became of all blocks of the sites, if that was recorded.
  bool HasLifetimes = false;
  LifetimeSum Sum;
  /// The most blocks that can have lived at once.
  uint64_t Peak = 0;
  std::vector<const LifetimeTable::Row *> Rows;
  GrowthChains Growth;

  const ChangeLine &line() const { return *Lines.front(); }
  /// The most frequent size, and its number of allocations.
  std::pair<uint64_t, uint64_t> commonSize() const;
  /// The part of \p Number, said of all blocks of the sites, that falls to
  /// \p Some of them by their share of the allocations.
  uint64_t shareOf(const Amount &Some, uint64_t Number) const;
  /// The blocks that \p Some of the lines made, \p Sum of them. What became of
  /// blocks is still said of those of all lines.
  BlockGroup part(llvm::ArrayRef<const ChangeLine *> Some,
                  const Amount &Sum) const;
};

/// The groups of all lines, in the order of their heaviest ones. Pools are left
/// out.
std::vector<BlockGroup> groupBlocks(const Profile &P, const LinesToChange &L,
                                    llvm::ArrayRef<Count> Counts,
                                    const LifetimeTable &Lifetimes);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_BLOCKGROUPS_H
