//===- DrawnTable.h - the drawn blocks that are in use now ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What LiveTable is for all blocks, of a sampled run. There few of the blocks
/// are in the table, so its memory follows their number, and not the addresses.
///
/// The table has levels; each has four times the buckets of the one before. A
/// block's address gives it one bucket of each level. There it may have any
/// slot, in the first level that has one left:
/// \code
///   level 0   [........] [........] ...      128 buckets of 8 slots
///   level 1   [........] [........] ...      512 buckets
/// \endcode
/// So a slot is free again as soon as its block has ended, and the table never
/// has to be put in order. Levels are made when they are needed, and stay.
///
/// There are no locks. An address is looked up by the thread alone that was
/// given the block. A slot is taken by a compare-and-swap of its word.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_DRAWNTABLE_H
#define ANOMALLOC_RUNTIME_LIFETIME_DRAWNTABLE_H

#include "lifetime/LiveTable.h"

namespace anomalloc::runtime {

/// Valid when zeroed, in memory that a forked child finds zeroed. All
/// functions: any thread that owns the block, async-signal-safe.
class DrawnTable {
public:
  using Entry = LiveTable::Entry;

  /// As LiveTable::find().
  Entry find(const void *Address) const;
  /// As LiveTable::place(). The caller must fill the place, or take it out.
  Entry place(const void *Address);
  /// Makes the block of \p Its unknown, but keeps its slot: putBack() makes it
  /// known again, and takeOut() gives the slot back.
  static void hold(const Entry &Its) {
    __atomic_store_n(Its.Place, Taken, __ATOMIC_RELAXED);
  }

private:
  struct Slot {
    uint64_t Address; ///< Means something if Word is neither 0 nor Taken.
    uint64_t Word;    ///< As in LiveTable; 0: the slot is free.
  };
  /// The word of a slot that somebody has, but no block is known there. No
  /// entry has it, because no LiveBlock has the number 0.
  static constexpr uint64_t Taken = 1;
  static constexpr unsigned Shift = 1; ///< Of all entries.
  static constexpr unsigned SlotsOfBucket = 8;
  static constexpr unsigned LogBuckets = 7, LogGrowth = 2, MaxLevels = 11;

  static unsigned logBucketsOf(unsigned Level) {
    return LogBuckets + LogGrowth * Level;
  }
  static Slot *bucketOf(Slot *Slots, unsigned Level, uint64_t Hash);

  Slot *Levels[MaxLevels]; ///< Null from some level on.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_DRAWNTABLE_H
