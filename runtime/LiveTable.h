//===- LiveTable.h - the blocks that are in use now -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a block's address to what is known of its birth. A map of the address
/// space, in memory that is touched only where blocks begin: one number of 32
/// bits for each 16 bytes of a page that holds the begin of a block, and 16
/// bytes for each block.
/// \code
///   address -> root -> leaf (64 MiB of addresses) -> number -> LiveBlock
/// \endcode
/// No locks and no atomic operations on the way: an address belongs to whoever
/// was given the block, so nobody else reads or writes its number meanwhile.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIVETABLE_H
#define ANOMALLOC_RUNTIME_LIVETABLE_H

#include "System.h"
#include <stddef.h>
#include <stdint.h>

namespace anomalloc {

/// A block's birth.
struct LiveBlock {
  uint64_t Clock; ///< Bytes that the process had allocated, the block included.
  /// Number of its lifetime row, and above RowBits the depth of the activation
  /// that made it (Activations.h). In a free list: the next.
  uint32_t Row;
  /// Low bits: serial number of the thread that made it; 0: the block is dead.
  /// High bits: steps of growth behind it, GrowthCounters of LifetimeFormat.h.
  uint32_t ThreadAndSteps;

  static constexpr unsigned RowBits = 22;
  /// Serial numbers wrap: of threads 2^26 apart, one is taken for the other.
  static constexpr uint32_t ThreadBits = 26;
  static constexpr uint32_t MaxSteps = 63; ///< That many or more.

  uint32_t row() const { return Row & ((1u << RowBits) - 1); }
  uint32_t depth() const { return Row >> RowBits; }
  uint32_t thread() const { return ThreadAndSteps % (1u << ThreadBits); }
  uint32_t steps() const { return ThreadAndSteps >> ThreadBits; }
};

/// Numbers of blocks that one thread may use next. Valid when zeroed.
struct LiveBlockPool {
  uint32_t Head;  ///< Free list; 0: empty.
  uint32_t Count; ///< Its length.
  uint32_t Next;  ///< Never used numbers: Next ... End - 1.
  uint32_t End;
};

/// Valid when zeroed; in memory that a forked child finds zeroed.
class LiveTable {
public:
  /// Where the number of the block at \p Address stands; 0 means none. Null if
  /// there is none and cannot be one. Any thread, async-signal-safe.
  uint32_t *find(const void *Address) const {
    uint64_t A = reinterpret_cast<uint64_t>(Address);
    if (__builtin_expect(A >> AddressBits || A % 8, 0))
      return nullptr;
    uint32_t **Root = __atomic_load_n(&Roots[A / 8 % 2], __ATOMIC_ACQUIRE);
    if (__builtin_expect(!Root, 0))
      return nullptr;
    uint32_t *Leaf = __atomic_load_n(&Root[A >> LeafBits], __ATOMIC_ACQUIRE);
    if (__builtin_expect(!Leaf, 0))
      return nullptr;
    return Leaf + (A % (uint64_t(1) << LeafBits)) / 16;
  }

  /// The same, making room if need be; null when there is no memory.
  uint32_t *findOrMake(const void *Address) {
    uint32_t *Found = find(Address);
    return __builtin_expect(Found != nullptr, 1) ? Found : make(Address);
  }

  /// A number for a new block, from \p Pool; 0 when there is no memory.
  uint32_t take(LiveBlockPool &Pool) {
    uint32_t Number = Pool.Head;
    if (__builtin_expect(!Number, 0))
      return takeNew(Pool);
    Pool.Head = block(Number).Row;
    --Pool.Count;
    return Number;
  }

  /// Gives a number back for other blocks.
  void give(LiveBlockPool &Pool, uint32_t Number) {
    block(Number).Row = Pool.Head;
    Pool.Head = Number;
    if (__builtin_expect(++Pool.Count >= 2 * Batch, 0))
      giveBatch(Pool);
  }

  LiveBlock &block(uint32_t Number) {
    return Chunks[Number / ChunkSize][Number % ChunkSize];
  }
  /// Nanoseconds at the block's birth; only if `timed` was set at the begin.
  uint64_t &birthTime(uint32_t Number) {
    return Times[Number / ChunkSize][Number % ChunkSize];
  }

  void keepTimes() { Timed = true; }

private:
  static constexpr unsigned AddressBits = 47; ///< Of user space.
  static constexpr unsigned LeafBits = 26;
  static constexpr uint32_t ChunkSize = 1 << 16;
  static constexpr uint32_t MaxChunks = 1 << 14;
  static constexpr uint32_t Batch = 256;

  uint32_t *make(const void *Address);
  uint32_t takeNew(LiveBlockPool &Pool);
  void giveBatch(LiveBlockPool &Pool);
  bool addChunk();

  /// By bit 3 of the address: allocators with blocks of 8 bytes need both.
  uint32_t **Roots[2];
  sys::Lock PoolLock;
  uint32_t SharedHead; ///< Batches that lanes gave back.
  uint32_t NextNumber;
  uint32_t EndNumber;
  bool Timed;
  LiveBlock *Chunks[MaxChunks];
  uint64_t *Times[MaxChunks];
};

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_LIVETABLE_H
