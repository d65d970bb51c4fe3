//===- PageUse.h - which pages live blocks lie on ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_PAGEUSE_H
#define ANOMALLOC_REPLAY_PAGEUSE_H

#include <cstdint>
#include <vector>

namespace anomalloc {

/// A live block, as the allocator placed it.
struct PlacedBlock {
  uint64_t Address;
  uint64_t Size;
  uint32_t Group;
  bool IsServed = false;     ///< By a pool or an arena, not by the allocator.
  uint8_t AlignmentBits = 0; ///< TraceKey::alignmentBits().
};

/// How many lines and pages of memory contain a byte of a live block.
struct PageUse {
  uint64_t Lines = 0;     ///< Of 64 bytes.
  uint64_t Pages = 0;     ///< Of 4 KiB.
  uint64_t HugePages = 0; ///< Of 2 MiB.
  /// Pages in which less than an eighth of the bytes are live.
  uint64_t NearlyEmpty = 0;
  static constexpr uint64_t LineSize = 64, PageSize = 4096,
                            HugePageSize = 2 << 20, FewBytes = PageSize / 8;
};

/// The blocks of one group (TraceSummary::GroupOf), and the pages they are on.
struct GroupPages {
  uint64_t Blocks = 0, Bytes = 0;
  uint64_t Pages = 0;       ///< That contain a byte of the group.
  uint64_t NearlyEmpty = 0; ///< How many of Pages are nearly empty.
  /// Nearly empty pages that contain no block of another group.
  uint64_t Alone = 0;
};

/// Computes the page use of \p Blocks, and changes their order. A block of 0
/// bytes is on no page. \p OfGroup, if it is not null, gets one row for each
/// group.
PageUse computePageUse(std::vector<PlacedBlock> &Blocks,
                       std::vector<GroupPages> *OfGroup);

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_PAGEUSE_H
