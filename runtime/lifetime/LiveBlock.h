//===- LiveBlock.h - the birth of a block, in full --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the LiveTable keeps beside of blocks whose entries have no room for it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_LIVEBLOCK_H
#define ANOMALLOC_RUNTIME_LIFETIME_LIVEBLOCK_H

#include <stdint.h>

namespace anomalloc::runtime {

/// A block's birth, in full.
struct LiveBlock {
  /// The allocation clock, this block included. In a free list: the number of
  /// the next LiveBlock.
  uint64_t Clock;
  uint64_t Time; ///< Nanoseconds, if `timed` was set at the begin.
  /// The id of the block's lifetime row. The bits from RowBits on are the depth
  /// of the activation that made the block (Activations.h). In a free list the
  /// old value stays, so that a thread that comes too late still finds a row.
  uint32_t Row;
  /// Low bits: serial number of the thread that made the block. High bits:
  /// steps of growth behind the block (GrowthCounters of LifetimeFormat.h).
  uint32_t ThreadAndSteps;

  static constexpr unsigned RowBits = 22;
  /// Serial numbers wrap: two threads whose numbers are 2^26 apart are taken
  /// for one.
  static constexpr uint32_t ThreadBits = 26;
  static constexpr uint32_t MaxSteps = 63; ///< Stands for more, too.

  uint32_t row() const { return Row & ((1u << RowBits) - 1); }
  uint32_t depth() const { return Row >> RowBits; }
  uint32_t thread() const { return ThreadAndSteps % (1u << ThreadBits); }
  uint32_t steps() const { return ThreadAndSteps >> ThreadBits; }
  uint32_t next() const { return uint32_t(Clock); }
};

/// Numbers of unused LiveBlocks, which one lane takes from. Valid when zeroed.
struct LiveBlockPool {
  uint32_t Head;  ///< Free list; 0: empty.
  uint32_t Count; ///< Its length.
  uint32_t Next;  ///< Never used numbers: Next ... End - 1.
  uint32_t End;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_LIVEBLOCK_H
