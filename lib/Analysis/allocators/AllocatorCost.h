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
  Fill, ///< Writing first content: a constructor's zeros, the kernel's pages.
  Copy, ///< Copying the content of another block, which need not be copied.
  Node, ///< As Fill. If the block stays, it can come from a pool.
};

/// Nanoseconds of one block, from its malloc to its free.
struct BlockCost {
  /// The cost under the best conditions. Holes in the heap, cold caches and
  /// threads only add to it.
  uint64_t Least = 0;
  /// The cost with the work around malloc and free, Pages included. Functions
  /// that are not inlined fill the block (Filled), or copy its content and read
  /// it (Copied). Meanwhile other blocks have driven the block from the nearest
  /// cache.
  uint64_t Filled = 0, Copied = 0;
  /// The kernel's work for the pages of the block: a part of Filled and of
  /// Copied.
  uint64_t Pages = 0;
  /// The least and the most that a pool saves, if the block stays and such
  /// blocks are more than the caches hold: the block is then read and freed
  /// from beyond the caches. 0: not measured, or the block is larger than
  /// LargestNode.
  uint64_t KeptLeast = 0, KeptMost = 0;
  /// The costs were measured with the run's allocator, on this machine.
  bool Measured = false;

  uint64_t most(Work Its) const { return Its == Work::Copy ? Copied : Filled; }
};

/// The sizes that stand for \p Size in Profile::FillCosts and CopyCosts: the
/// powers of two around \p Size, from 16 to a mebibyte.
std::pair<uint64_t, uint64_t> workClassesOf(uint64_t Size);

/// The largest size of a node. A larger block fills a good part of a page.
inline constexpr uint64_t LargestNode = 1024;
/// As a rule, a last-level cache that some cores share has fewer bytes.
inline constexpr uint64_t BeyondCaches = 32 << 20;

/// The sizes that stand for the sizes of \p P's nodes in Profile::KeptCosts.
/// Empty if the peak of the resident bytes is not known, or not larger than
/// BeyondCaches.
std::vector<uint64_t> nodeClassesOf(const Profile &P);

/// Tells the costs of blocks in one profile. The profile must outlive this
/// object.
class BlockCosts {
public:
  explicit BlockCosts(const Profile &P);

  /// The cost of a block of \p Size bytes. If the size was not measured, Least
  /// is that of the next larger measured size, and Filled and Copied are
  /// interpolated.
  BlockCost of(uint64_t Size) const { return of(Size, /*Mixed=*/false); }
  /// The cost of blocks of \p Sizes (allocations by size). Least is that of the
  /// cheapest size, the other costs are means. Measured is true if all sizes
  /// were measured. With more than two sizes, the costs are those of blocks
  /// whose sizes nobody can foresee.
  BlockCost of(const std::map<uint64_t, uint64_t> &Sizes) const;
  /// The cost of blocks of many sizes, of which only the mean \p Size is known.
  BlockCost ofMean(uint64_t Size) const { return of(Size, /*Mixed=*/true); }

  /// Returns the nanoseconds that one foreign block costs a row of nodes in
  /// which it lies. The nodes have \p Size bytes on average. 0: not measured.
  uint64_t ofGap(uint64_t Size) const;

private:
  BlockCost of(uint64_t Size, bool Mixed) const;

  const Profile &P;
  double PagesOfByte = 0; ///< Nanoseconds a byte, in blocks with pages.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ALLOCATORS_ALLOCATORCOST_H
