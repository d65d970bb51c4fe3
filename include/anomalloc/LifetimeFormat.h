//===- LifetimeFormat.h - lifetimes in the profile, as bytes ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The records that only a run in a lifetime mode writes. The rules are those
/// of ProfileFormat.h; "counts" are blocks, and the bytes of a row are its
/// counts times its size.
///
/// The *clock* is the number of bytes that the process has allocated.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LIFETIMEFORMAT_H
#define ANOMALLOC_LIFETIMEFORMAT_H

#include "anomalloc/ProfileFormat.h"

namespace anomalloc {
namespace format {

/// Live bytes over the clock: point I is when most lived at once while the
/// clock stood in [I << Shift, I + 1 << Shift); zero if it never stood there.
/// When the clock leaves the last point, pairs are joined into the other half
/// of Points and Shift grows.
struct Timeline {
  static constexpr uint32_t NumPoints = 256;
  struct Point {
    uint64_t Live; ///< Bytes.
    uint64_t Blocks;
    uint64_t Usable; ///< Bytes of the blocks: see UsableBytes.
  };
  /// Bit 0: which half of Points is in use. The other bits: Shift.
  uint64_t ShiftAndHalf;
  Point Points[2][NumPoints];
};

/// LifetimeTotals: of the whole process; one record.
struct LifetimeTotalsRecord {
  RecordHeader Header;
  /// Of blocks that were watched, but for what each thread keeps back (see
  /// ClockStep): the rows say it exactly.
  uint64_t AllocatedBytes; ///< The clock.
  uint64_t FreedBytes;
  uint64_t LiveBlocks;
  /// What the program may use of the live blocks, as the allocator said of the
  /// first block of each row (malloc_usable_size(3)).
  uint64_t UsableBytes;
  /// Calls of free and delete with a block that is not watched (made before the
  /// process forked, while recording was paused, ...), or from a signal handler
  /// inside of the recording.
  uint64_t UnknownFrees;
  /// Counted, but not watched: made while recording was paused, by a signal
  /// handler inside of the recording, or when there was no memory for it.
  uint64_t Unwatched;
  uint64_t UnwatchedBytes;
  /// What all threads write, above, is on another line of the processor's cache
  /// than what all threads read, below.
  uint64_t Apart[7];
  /// The most of AllocatedBytes - FreedBytes, as the thread saw it that made
  /// the block which raised it.
  uint64_t PeakBytes;
  /// Option `temporary`: allocations between, at most.
  uint32_t TemporaryLimit;
  /// Option `timed`.
  uint32_t Timed;
  /// Option `clock_step`: while there are other threads, one adds what it
  /// allocated and freed to the sums above when it is so many bytes, or ends.
  uint64_t ClockStep;
  /// Whether the allocator could not be asked: UsableBytes then has the bytes
  /// that were asked for, of some or all rows.
  uint64_t UsableUnknown;
  Timeline Live;
};

/// One row of a lifetime table: blocks of one key and one lane. A lane is
/// charged with the blocks that it made and with those that it freed, so only
/// the sums over all lanes mean something, but for Peak.
struct LifetimeEntry {
  /// As in SizeEntry.
  uint64_t Pc;
  uint32_t Unit;
  uint32_t Slot;
  uint32_t Section;
  uint32_t Epoch;
  uint64_t Size;
  /// 0: the row is of all stacks. Else of those blocks alone that were made
  /// from this calling stack: a node of the space StackLane % 2 of the lane
  /// StackLane / 2. It stands beside the row of all stacks, and has neither
  /// buckets nor code that freed.
  uint32_t Stack;
  /// Number of the key in this process, from 1 on. Written last; 0: no row.
  uint32_t Number;
  uint64_t Allocated;
  uint64_t Freed;
  /// Of Freed: by the thread that made the block, with at most TemporaryLimit
  /// allocations of that thread between.
  uint64_t Temporary;
  /// Of Freed: by another thread than the one that made the block.
  uint64_t FreedElsewhere;
  /// Of Freed: by realloc(3).
  uint64_t Reallocated;
  /// The most of Allocated - Freed in this lane.
  uint64_t Peak;
  /// Allocated - Freed when the process had PeakBytes = Stamp; 64 bits, signed.
  /// If Stamp is not the process's last PeakBytes, the row has not changed
  /// since then.
  int64_t AtPeak;
  uint64_t Stamp;
  /// The code that freed first: return address and epoch, and how often; any
  /// other code has rows in FreeSites, as far as they go.
  uint64_t FreePc;
  uint64_t FreeCount;
  uint32_t FreeEpoch;
  uint32_t StackLane;
};

/// LifetimeTable: Capacity rows of LifetimeEntry follow.
struct LifetimeTableRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Capacity;
};

/// How long blocks of a row lived, in powers of two: bucket 0 is a life of
/// nothing, bucket B of 2^(B-1) up to 2^B - 1. On the clock, the block itself
/// does not count. Buckets from NanosecondBuckets on are the same in
/// nanoseconds, if `timed` was set.
struct LifetimeBuckets {
  static constexpr uint32_t Count = 8;
  static constexpr uint32_t NanosecondBuckets = 64;
  uint32_t Number; ///< Of the row; 0: not used.
  uint32_t First;  ///< First bucket: a multiple of Count.
  uint64_t Counts[Count];
};

/// LifetimeBuckets and GrowthCounters: Capacity of the struct follow.
struct LifetimeBucketsRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Capacity;
};

/// How blocks of a row grew, as numbers of further counters of a row. They are
/// stored as LifetimeBuckets are, in records of their own.
///
/// A block has *steps* behind it if it took the place of a smaller one, which
/// had one step less. It did so
/// - by realloc(3), if it is larger than the block that was given up; an equal
///   or smaller one keeps the steps;
/// - or if it has twice the size, or twice the size less one (a string ends in
///   a zero), and its thread, which made it, freed the smaller block while this
///   one lived. If the thread had made that as well, it was the older one.
///   Nothing else was made or freed by the thread in between; or one site made
///   both, the size is even, and as many blocks were made as freed, or up to
///   twice as many (the elements are copied, one is new, the old ones end).
///   Whether the code of that site copies is for the reader to tell.
struct GrowthCounters {
  static constexpr uint32_t First = 128;
  static constexpr uint32_t MaxSteps = 63;
  /// From here on, by steps: blocks by realloc, 1 to MaxSteps.
  static constexpr uint32_t Reallocated = First;
  /// The same: blocks of twice the size.
  static constexpr uint32_t Doubled = First + 64;
  /// In place of 0 steps: blocks with more than MaxSteps.
  static constexpr uint32_t More = 0;
  /// Bytes that realloc had to move to make these blocks: of the smaller ones,
  /// where the address is another one.
  static constexpr uint32_t MovedBytes = First + 128;
  /// Blocks of this row that realloc made smaller, and the bytes given back.
  static constexpr uint32_t Shrunk = First + 129;
  static constexpr uint32_t ShrunkBytes = First + 130;
  static constexpr uint32_t End = First + 136;
};

/// Who freed blocks of a row, beside the first.
struct FreeSite {
  uint64_t Pc;
  uint32_t Epoch;
  uint32_t Number; ///< Of the row; 0: not used.
  uint64_t Count;
};

/// FreeSites: Capacity of the struct follow.
struct FreeSitesRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Capacity;
};

/// Whether blocks of a row were freed while the activation that made them still
/// ran: the innermost one, at the block's birth, of a function that was
/// compiled with the pass's option anomalloc-activations. Rows without such
/// blocks have none.
struct ActivationEntry {
  uint32_t Number; ///< Of the row; 0: not used.
  uint32_t Unused;
  uint64_t Known; ///< Of Freed: so many had such an activation.
  uint64_t Same;  ///< Of Known: it still ran, in the thread that freed.
};

/// Activations: Capacity of the struct follow.
struct ActivationsRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Capacity;
};

} // namespace format
} // namespace anomalloc

#endif // ANOMALLOC_LIFETIMEFORMAT_H
