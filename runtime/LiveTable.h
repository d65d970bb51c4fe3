//===- LiveTable.h - the blocks that are in use now -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Leads from a block's address to what is known about its birth:
/// \code
///   address -> root -> leaf (64 MiB of addresses) -> number -> LiveBlock
/// \endcode
/// A leaf has 32 bits for each window of so many addresses: the number of the
/// block that begins there. Its memory is touched only where blocks begin. Each
/// block has 16 bytes more, its LiveBlock.
///
/// There are maps with windows of 64, 256 and 1024 bytes. A block of 64 bytes
/// or more stands in the map with the largest window that it fills: no other
/// such block can begin in that window. The window also holds where in it the
/// block begins. Smaller blocks have a map in which each address has a place of
/// its own. A look-up begins with that one.
///
/// There are no locks and no atomic read-modify-writes on the way, because an
/// address belongs to whoever was given the block. A thread that looks for a
/// small block may meet another thread's larger block in the same window, but
/// that one has another address.
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
  uint64_t Clock; ///< The allocation clock; it includes the block.
  /// Number of its lifetime row, and above RowBits the depth of the activation
  /// that made it (Activations.h). In a free list: the next.
  uint32_t Row;
  /// Low bits: serial number of the thread that made it; 0: the block is dead.
  /// High bits: steps of growth behind it, GrowthCounters of LifetimeFormat.h.
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
};

/// Block numbers that one thread may use next. Valid when zeroed.
struct LiveBlockPool {
  uint32_t Head;  ///< Free list; 0: empty.
  uint32_t Count; ///< Its length.
  uint32_t Next;  ///< Never used numbers: Next ... End - 1.
  uint32_t End;
};

/// Valid when zeroed; in memory that a forked child finds zeroed.
class LiveTable {
public:
  /// Where a block stands in the table. Valid until it is taken out.
  struct Entry {
    uint32_t *Place = nullptr; ///< Null: the block is not in the table.
    uint32_t Value = 0;        ///< What is at Place.
    uint32_t Number = 0; ///< The block's number; 0: it is not in the table.

    void takeOut() const { __atomic_store_n(Place, 0, __ATOMIC_RELAXED); }
    void putBack() const { __atomic_store_n(Place, Value, __ATOMIC_RELAXED); }
  };

  /// The entry of the block at \p Address. Any thread that owns the block,
  /// async-signal-safe.
  Entry find(const void *Address) const {
    uint64_t A = reinterpret_cast<uint64_t>(Address);
    uint32_t *Place =
        canBegin(A) ? placeIn(rootOfSmall(A), LogSmall, A) : nullptr;
    uint32_t Value = Place ? __atomic_load_n(Place, __ATOMIC_RELAXED) : 0;
    if (__builtin_expect(Value != 0, 1))
      return {Place, Value, Value};
    return findLarger(A);
  }

  /// Enters the block at \p Address, of \p Size bytes. If there is still an
  /// entry, its block ended unseen; it is overwritten. False when there is no
  /// memory.
  bool enter(const void *Address, uint64_t Size, uint32_t Number) {
    uint64_t A = reinterpret_cast<uint64_t>(Address);
    uint32_t *Place =
        canBegin(A) ? placeIn(rootOfSmall(A), LogSmall, A) : nullptr;
    if (__builtin_expect(!Place || Size >> LogMid, 0))
      return enterElse(A, Size, Number);
    __atomic_store_n(Place, Number, __ATOMIC_RELAXED);
    return true;
  }

  /// Takes a number for a new block from \p Pool; 0 when there is no memory.
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
  /// Logarithms of the windows of the maps, and of the step at which blocks can
  /// begin.
  static constexpr unsigned LogSmall = 4, LogMid = 6, LogLarge = 8,
                            LogHuge = 10;
  static constexpr unsigned LogStep = 3;
  /// Small blocks have two maps, by bit 3 of the address. The second one is for
  /// allocators with blocks of 8 bytes.
  enum { SmallRoot, OddSmallRoot, MidRoot, LargeRoot, HugeRoot, NumRoots };

  static bool canBegin(uint64_t A) {
    return __builtin_expect(!(A >> AddressBits | A % (1 << LogStep)), 1);
  }
  uint32_t **const &rootOfSmall(uint64_t A) const {
    return Roots[SmallRoot + (A >> LogStep) % 2];
  }
  /// Null where no block was entered yet.
  static uint32_t *placeIn(uint32_t **const &RootOf, unsigned Log, uint64_t A) {
    uint32_t **Root = __atomic_load_n(&RootOf, __ATOMIC_ACQUIRE);
    if (__builtin_expect(!Root, 0))
      return nullptr;
    uint32_t *Leaf = __atomic_load_n(&Root[A >> LeafBits], __ATOMIC_ACQUIRE);
    if (__builtin_expect(!Leaf, 0))
      return nullptr;
    return Leaf + ((A % (uint64_t(1) << LeafBits)) >> Log);
  }
  Entry findLarger(uint64_t A) const;
  bool enterElse(uint64_t A, uint64_t Size, uint32_t Number);
  struct Map {
    unsigned long Root;
    unsigned Log;
  };
  static constexpr Map Larger[] = {
      {MidRoot, LogMid}, {LargeRoot, LogLarge}, {HugeRoot, LogHuge}};
  uint32_t *makePlace(Map M, uint64_t A);
  bool enterIn(Map M, uint64_t A, uint32_t Number);

  static constexpr uint32_t ChunkSize = 1 << 16;
  static constexpr uint32_t MaxChunks = 1 << 14;
  static constexpr uint32_t Batch = 256;

  uint32_t takeNew(LiveBlockPool &Pool);
  void giveBatch(LiveBlockPool &Pool);
  bool addChunk();

  uint32_t **Roots[NumRoots];
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
