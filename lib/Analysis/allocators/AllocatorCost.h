//===- AllocatorCost.h - what a block costs in time -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ALLOCATORS_ALLOCATORCOST_H
#define ANOMALLOC_ANALYSIS_ALLOCATORS_ALLOCATORCOST_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Which work with the content of a block goes away together with the block.
enum class Work {
  Fill, ///< Its first content: a constructor's zeros, the kernel's pages.
  Copy, ///< It was copied from another block, and need not be.
  Node, ///< As Fill. If it stays, it can come from a pool.
};

/// Nanoseconds of one block, from its malloc to its free.
struct BlockCost {
  /// With nothing else in the way. A heap with holes, cold caches and threads
  /// only cost more.
  uint64_t Least = 0;
  /// With the work around it: the block is filled, or its content copied and
  /// read, by functions that are not inlined, and other blocks have driven it
  /// from the nearest cache meanwhile. Pages included.
  uint64_t Filled = 0, Copied = 0;
  /// The kernel's work for its pages, which is a part of these.
  uint64_t Pages = 0;
  /// If it stays among more than the caches hold, what a pool saves: to read it
  /// and to free it from beyond them. 0: not asked, or it is no node's size.
  uint64_t KeptLeast = 0, KeptMost = 0;
  bool Measured = false; ///< Asked of the run's allocator, on this machine.

  uint64_t most(Work Its) const { return Its == Work::Copy ? Copied : Filled; }
};

/// The sizes that stand for \p Size in Profile::FillCosts and CopyCosts: the
/// powers of two around it, from 16 to a mebibyte.
std::pair<uint64_t, uint64_t> workClassesOf(uint64_t Size);

/// No nodes are larger: such a block fills a good part of a page.
inline constexpr uint64_t LargestNode = 1024;
/// Bytes that no last cache has, as a rule, that is shared by some cores.
inline constexpr uint64_t BeyondCaches = 32 << 20;

/// The sizes that stand for those of \p P's nodes in Profile::KeptCosts. Empty
/// if the process never held more than caches do, as far as it told.
std::vector<uint64_t> nodeClassesOf(const Profile &P);

/// Answers for one profile, which must outlive it.
class BlockCosts {
public:
  explicit BlockCosts(const Profile &P);

  /// Of a block of \p Size bytes. A size that was not asked for costs as much
  /// as the next larger one that was.
  BlockCost of(uint64_t Size) const { return of(Size, /*Mixed=*/false); }
  /// Of blocks of \p Sizes (allocations by size): the least is that of the
  /// cheapest size, the others are means. Measured if all of them were. Nobody
  /// foresees the size of the next one, if there are more than two.
  BlockCost of(const std::map<uint64_t, uint64_t> &Sizes) const;
  /// Of blocks of many sizes, of which only the mean is known.
  BlockCost ofMean(uint64_t Size) const { return of(Size, /*Mixed=*/true); }

  /// What a block that lies in a row of nodes, of \p Size bytes on average,
  /// costs them when they are read. 0: not asked.
  uint64_t ofGap(uint64_t Size) const;

private:
  BlockCost of(uint64_t Size, bool Mixed) const;

  const Profile &P;
  double PagesOfByte = 0; ///< Nanoseconds, of blocks that have pages.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ALLOCATORS_ALLOCATORCOST_H
