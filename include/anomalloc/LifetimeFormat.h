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
/// In a sampled run (ProfileFormat.h) only drawn blocks are watched, and all
/// counts of rows, buckets and so on are numbers of samples. But the clock has
/// the bytes of all blocks, drawn or not, selected or not. What lives is
/// estimated in LifetimeTotals alone: a live sample, drawn with the probability
/// p, stands for 1 / p blocks like it. So there, AllocatedBytes - FreedBytes is
/// the estimate of the live bytes, in 64 bits with a sign. PeakBytes,
/// UsableBytes, and the points of the timeline are estimates as well.
/// LiveBlocks and Point::Blocks are in 1 / SampleBlocks of a block. Frees of
/// blocks that are not watched are not counted. Growth is not recorded.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LIFETIMEFORMAT_H
#define ANOMALLOC_LIFETIMEFORMAT_H

#include "anomalloc/ProfileFormat.h"

namespace anomalloc {
namespace format {

/// The unit of estimated numbers of blocks.
inline constexpr uint64_t SampleBlocks = 256;

/// Live bytes over the clock. Point I shows the moment with the most live bytes
/// while the clock was in [I << Shift, (I + 1) << Shift); it is zero if the
/// clock was never there. When the clock leaves the last point, each two points
/// are joined into one of the other half of Points, and Shift grows by one.
struct Timeline {
  static constexpr uint32_t NumPoints = 256;
  struct Point {
    uint64_t Live; ///< Bytes.
    uint64_t Blocks;
    uint64_t Usable; ///< As LifetimeTotalsRecord::UsableBytes.
  };
  /// Bit 0: which half of Points is in use. The other bits: Shift.
  uint64_t ShiftAndHalf;
  Point Points[2][NumPoints];
};

/// LifetimeTotals: sums of the whole process; one record.
struct LifetimeTotalsRecord {
  RecordHeader Header;
  /// Sums over watched blocks. What each thread keeps back (see ClockStep) is
  /// not in them; the rows are exact.
  uint64_t AllocatedBytes; ///< The clock.
  uint64_t FreedBytes;
  uint64_t LiveBlocks;
  /// Bytes that the allocator gave for the live blocks: malloc_usable_size(3),
  /// asked for the first block of each row.
  uint64_t UsableBytes;
  /// Calls of free and delete with a block that is not watched (it was made
  /// before the process forked, while recording was paused, ...), or from a
  /// signal handler that interrupted the recording.
  uint64_t UnknownFrees;
  /// Blocks that were counted, but not watched: made while recording was
  /// paused, by a signal handler that interrupted the recording, or when there
  /// was no memory for their entries.
  uint64_t Unwatched;
  uint64_t UnwatchedBytes;
  /// Keeps what all threads write (above) and what all threads read (below) on
  /// different cache lines.
  uint64_t Apart[7];
  /// The largest AllocatedBytes - FreedBytes so far, as seen by the thread
  /// whose block raised it. A rise of the only thread is noted here, and in
  /// Live, when the next block is given back. Before that, the sums tell it.
  uint64_t PeakBytes;
  /// Option `temporary`: how many allocations there may be, at most, between
  /// the birth and the end of a temporary.
  uint32_t TemporaryLimit;
  /// Option `timed`.
  uint32_t Timed;
  /// Option `clock_step`. With more than one thread, a thread adds what it
  /// allocated and freed to the sums above when that comes to so many bytes,
  /// and when the thread ends.
  uint64_t ClockStep;
  /// Not 0: the allocator could not be asked for some or all rows. For these
  /// UsableBytes has the bytes that the program asked for.
  uint64_t UsableUnknown;
  Timeline Live;
};

/// One row of a lifetime table: the blocks of one key in one lane. The row
/// counts blocks that this lane made and blocks that it freed, whoever made
/// them. So except for Peak, only the sums over all lanes mean something.
struct LifetimeEntry {
  /// The row has blocks whose sizes were put together (SizeClass). Its Size is
  /// the middle of the class.
  static constexpr uint32_t InSizeClass = 1;

  /// As in SizeEntry.
  uint64_t Pc;
  uint32_t Unit;
  uint32_t Slot;
  uint32_t Section;
  uint32_t Epoch;
  uint64_t Size;
  /// 0: the row has the blocks of all stacks. Else only those that were made
  /// from this calling stack: a node in space StackLane % 2 of lane
  /// StackLane / 2. Such a row stands beside the row of all stacks. It has no
  /// buckets, and does not say which code freed.
  uint32_t Stack;
  /// Number of the key in this process, from 1 on. Written last; while it is 0,
  /// there is no row here.
  uint32_t Number;
  uint64_t Allocated;
  uint64_t Freed;
  // Those of Freed that ...
#define ANOMALLOC_ROW_COUNTER(Member, Key, Text) uint64_t Member;
#include "anomalloc/LifetimeCounters.def"
  /// The largest Allocated - Freed in this lane.
  uint64_t Peak;
  /// Allocated - Freed when the process's PeakBytes were Stamp; may be
  /// negative. If Stamp is not the process's last PeakBytes, the row has not
  /// changed since the last peak: its value at that peak is Allocated - Freed.
  int64_t AtPeak;
  uint64_t Stamp;
  /// The code that freed first: its return address and epoch, and how often it
  /// freed. Other code stands in FreeSites, as far as there is room.
  uint64_t FreePc;
  uint64_t FreeCount;
  uint32_t FreeEpoch;
  /// If Stack is 0: InSizeClass or 0.
  uint32_t StackLane;
};

/// LifetimeTable: Capacity rows of LifetimeEntry follow.
struct LifetimeTableRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Capacity;
};

/// How long blocks of a row lived, in powers of two. Bucket 0 counts lifetimes
/// of 0, bucket B those of 2^(B-1) to 2^B - 1 bytes on the clock; the block's
/// own bytes do not count. The last of the NumBuckets counts all longer ones,
/// too. Buckets from NanosecondBuckets on are the same in nanoseconds, if
/// `timed` was set.
struct LifetimeBuckets {
  static constexpr uint32_t Count = 8;
  static constexpr uint32_t NumBuckets = 64;
  static constexpr uint32_t NanosecondBuckets = NumBuckets;
  static constexpr uint32_t End = NanosecondBuckets + NumBuckets;
  /// The shortest and the longest life of a bucket.
  static constexpr uint64_t shortest(uint32_t Bucket) {
    return Bucket ? uint64_t(1) << (Bucket - 1) : 0;
  }
  static constexpr uint64_t longest(uint32_t Bucket) {
    return Bucket ? (uint64_t(2) << (Bucket - 1)) - 1 : 0;
  }

  uint32_t Number; ///< Of the row; 0: not used.
  uint32_t First;  ///< First bucket: a multiple of Count.
  uint64_t Counts[Count];
};

/// LifetimeBuckets and GrowthCounters: Capacity structs LifetimeBuckets follow.
/// The counters of AccessCounters stand in the records GrowthCounters, too.
struct LifetimeBucketsRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Capacity;
};

/// How blocks of a row grew: the numbers of further counters, which are stored
/// as LifetimeBuckets are, in records of their own.
///
/// A block that takes the place of a smaller one has one *step* more behind it
/// than that one had. There are two ways:
/// - realloc(3) made it of the smaller block. (An equal or smaller result keeps
///   the steps.)
/// - It has twice the size of the smaller block, or twice the size less one (a
///   string ends in a zero). The thread that made it freed the smaller block
///   while this one lived. If the same thread had made the smaller block, it
///   had made it earlier. Between the birth of the new block and the end of the
///   smaller, the thread made and freed nothing else; or one site made both,
///   the size is even, and the thread made as many blocks as it freed, or up to
///   twice as many (elements are copied, one is new, the old ones end). Whether
///   the code of that site copies, the reader must tell.
struct GrowthCounters {
  static constexpr uint32_t First = LifetimeBuckets::End;
  static constexpr uint32_t MaxSteps = 63;
  /// Counter Reallocated + N: blocks of N steps that realloc made, N from 1 to
  /// MaxSteps.
  static constexpr uint32_t Reallocated = First;
  /// Counter Doubled + N: blocks of N steps that have twice the size.
  static constexpr uint32_t Doubled = Reallocated + MaxSteps + 1;
  /// In place of N = 0: counters Reallocated + More and Doubled + More count
  /// blocks of more than MaxSteps steps.
  static constexpr uint32_t More = 0;
  /// Bytes that realloc had to move: the sizes of the smaller blocks, where the
  /// new block has another address.
  static constexpr uint32_t MovedBytes = Doubled + MaxSteps + 1;
  /// Blocks of this row that realloc made smaller, and the bytes given back.
  static constexpr uint32_t Shrunk = MovedBytes + 1;
  static constexpr uint32_t ShrunkBytes = Shrunk + 1;
  static constexpr uint32_t End =
      (ShrunkBytes / LifetimeBuckets::Count + 1) * LifetimeBuckets::Count;
};

/// The first number of a group of counters that is \p Number or more.
constexpr uint32_t groupFrom(uint32_t Number) {
  return (Number + LifetimeBuckets::Count - 1) / LifetimeBuckets::Count *
         LifetimeBuckets::Count;
}

/// What was read and written of a row's blocks: the numbers of further
/// counters, which are stored as those of growth are. The row is that of all
/// stacks.
struct AccessCounters {
  static constexpr uint32_t First = GrowthCounters::End;
  /// AccessCounters.def says what they count.
  enum Member : uint32_t {
    BeforeFirst = First - 1,
#define ANOMALLOC_ACCESS_COUNTER(Member, Key, Text) Member,
#include "anomalloc/AccessCounters.def"
    EndOfMembers
  };
  /// Counter Extents + N: blocks whose last touched byte lies in the sixteenth
  /// N of the block, from 1 on; 0: untouched.
  static constexpr uint32_t NumExtents = 17;
  static constexpr uint32_t Extents = groupFrom(EndOfMembers);
  /// Of blocks of at most NumSlots * 8 bytes: counter SlotReads + N, and
  /// SlotWrites + N: bytes read, and written, by accesses that began in the
  /// 8 bytes from 8 * N on.
  static constexpr uint32_t NumSlots = 128;
  static constexpr uint32_t SlotReads = groupFrom(Extents + NumExtents);
  static constexpr uint32_t SlotWrites = SlotReads + NumSlots;
  static constexpr uint32_t End = SlotWrites + NumSlots;
};
static_assert(AccessCounters::First % LifetimeBuckets::Count == 0, "groups");

/// Code that freed blocks of a row, beside the first (LifetimeEntry::FreePc).
struct FreeSite {
  uint64_t Pc;
  uint32_t Epoch;
  uint32_t Number; ///< Of the row; 0: not used.
  uint64_t Count;
};

/// FreeSites: Capacity structs FreeSite follow.
struct FreeSitesRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Capacity;
};

/// Whether blocks of a row were freed while the activation that made them still
/// ran. A block's activation is the innermost one at its birth, of a function
/// that was compiled with the pass's option anomalloc-activations. A row has no
/// entry if no activation of its blocks is known.
struct ActivationEntry {
  uint32_t Number; ///< Of the row; 0: not used.
  uint32_t Unused;
#define ANOMALLOC_ACTIVATION_COUNTER(Member, Key, Text) uint64_t Member;
#include "anomalloc/LifetimeCounters.def"
};

/// Activations: Capacity structs ActivationEntry follow.
struct ActivationsRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Capacity;
};

} // namespace format
} // namespace anomalloc

#endif // ANOMALLOC_LIFETIMEFORMAT_H
