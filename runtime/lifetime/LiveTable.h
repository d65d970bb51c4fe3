//===- LiveTable.h - the blocks that are in use now -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Leads from a block's address to the facts about its birth:
/// \code
///   address -> root -> leaf (64 MiB of addresses) -> entry of 64 bits
/// \endcode
/// A leaf has several maps. A map has one entry for each window, a small range
/// of addresses. Its memory is touched only where blocks begin. In its usual
/// form, an entry says all about a block:
/// \code
///   bits 63 ...                                                        ... 0
///   | allocation clock | where in the window it begins | row: 22 bits | 0 |
/// \endcode
/// An entry has no room for steps of growth, an activation, the time, or a
/// large clock. A block that needs one of these, or has no size, has a
/// LiveBlock of 24 bytes beside. Its entry then has the number of the LiveBlock
/// where the clock would be, and the entry's lowest bit is 1.
///
/// The windows of a map are as large as the smallest
/// blocks in it, so no two blocks begin in one window. The map of small blocks
/// has windows of 32 bytes for glibc's chunks of less than 64 bytes, because
/// glibc's smallest chunk has 32. For another allocator it has a window for
/// each address at which blocks can begin. Three maps with windows of 64, 128
/// and 512 bytes are for chunks or blocks of at least that size.
///
/// The size of a block's chunk says in which map a block of glibc's is. The
/// chunk has that size from the birth to the end. For another allocator a
/// look-up begins with the map of small blocks. So pages of a map that have no
/// entries are seldom read. If such a page is read, the kernel maps its page of
/// zeros there, and must interrupt all processors to replace the page of zeros
/// when an entry is written.
///
/// There are no locks on the way and, except where a block grows, no atomic
/// read-modify-writes, because an address belongs to the thread that was given
/// the block.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_LIVETABLE_H
#define ANOMALLOC_RUNTIME_LIFETIME_LIVETABLE_H

#include "lifetime/LiveBlock.h"
#include "process/AddressSpace.h"
#include "process/System.h"
#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

/// The table that leads from a block's address to its birth. Must be zeroed;
/// then begin() makes it valid. In memory that a forked child finds zeroed.
class LiveTable {
public:
  /// Where a block stands in the table. Valid until the block is taken out.
  struct Entry {
    uint64_t *Place = nullptr; ///< Null: the block is not in the table.
    uint64_t Word = 0;         ///< What is at Place.
    unsigned Shift = 0;        ///< How many bits are below clock or number.

    bool isFull() const { return Word & 1; }
    /// If isFull(): the number of the LiveBlock.
    uint32_t number() const { return uint32_t(Word >> Shift); }
    /// The id of the block's row. row() and clock() only if not isFull().
    uint32_t row() const { return rowOf(Word); }
    uint64_t clock() const { return Word >> Shift; }
    uint64_t largestClock() const { return ~uint64_t(0) >> Shift; }

    /// Whether the entry is in the map for 512 bytes or more.
    bool isHuge() const { return Shift == shiftOf(LogHuge); }

    /// The entry as fill() has left it: with the word that is at Place now.
    Entry filled() const { return entryAt(Place, Shift); }

    /// Whether the entry has not changed since it was read.
    bool isStill() const {
      return __atomic_load_n(Place, __ATOMIC_RELAXED) == Word;
    }
    void takeOut() const { LiveTable::takeOut(Place); }
    void putBack() const { __atomic_store_n(Place, Word, __ATOMIC_RELAXED); }
  };

  /// Called before any other function. \p Spacing is the least distance in
  /// bytes between the beginnings of two blocks of the allocator: 8 or 32.
  void begin(unsigned Spacing);

  /// The entry of the block at \p Address, which has not been given back yet.
  /// Entry::Place is null if the block is not in the table. Any thread that
  /// owns the block, async-signal-safe.
  Entry find(const void *Address) const {
    uint64_t A = reinterpret_cast<uint64_t>(Address);
    uint64_t *Leaf = leafOf(A);
    if (__builtin_expect(!Leaf, 0))
      return {};
    const Entry E = entryIn(IsGlibc ? mapOfGlibc(A) : SmallOfOthers, Leaf, A);
    return __builtin_expect(E.Place != nullptr, 1) ? E : findElse(Leaf, A);
  }

  /// The place for the block at \p Address, of \p Size bytes. The caller must
  /// fill the place at once. If \p Address still has an entry, the end of an
  /// older block was not seen. Entry::Place is null when there is no memory.
  /// Entry::Word has the lowest bits of the new entry: where in its window the
  /// block begins.
  Entry place(const void *Address, uint64_t Size) {
    uint64_t A = reinterpret_cast<uint64_t>(Address);
    uint64_t *Leaf = makeLeaf(A);
    if (__builtin_expect(!Leaf, 0))
      return {};
    return IsGlibc ? emptyIn(mapOfGlibc(A), Leaf, A)
                   : placeOfOthers(Leaf, A, Size);
  }

  /// Calls \p Use with the address and the entry of blocks of glibc's in the
  /// map of the largest blocks. Leaves out a block if another one of the map
  /// begins within \p Least bytes behind its beginning. A block may end
  /// meanwhile. Reads no block.
  template <typename Function>
  void eachLarge(uint64_t Least, Function Use) const; // LiveTableWalk.h

  /// Calls \p Use with the address and the entry of each block. Blocks may
  /// begin and end meanwhile. Reads no block.
  template <typename Function> void each(Function Use) const; // the same

  /// Whether glibc gives the blocks. Only then may the functions that follow be
  /// called.
  bool isOfGlibc() const { return IsGlibc && Root; }
  /// Whether leafAtHand() may be called with \p Address, which is not null.
  static bool isAddress(const void *Address) {
    return !(reinterpret_cast<uint64_t>(Address) >> AddressBits);
  }
  /// The leaf for the block at \p Address; null if no block was entered near
  /// there yet.
  uint64_t *leafAtHand(const void *Address) const {
    return __atomic_load_n(
        &Root[reinterpret_cast<uint64_t>(Address) >> LeafBits],
        __ATOMIC_ACQUIRE);
  }
  /// Whether the chunk of a block has \p Least bytes, or more.
  static bool hasChunkOf(const void *Block, uint64_t Least) {
    return chunkOf(reinterpret_cast<uint64_t>(Block)) >= Least;
  }
  /// Does what fill() does for the block at \p Address, whose leaf is \p Leaf.
  /// Returns the new entry. Its Place is null where fill() returns false.
  __attribute__((always_inline)) static Entry fillAtHand(uint64_t *Leaf,
                                                         const void *Address,
                                                         uint32_t Row,
                                                         uint64_t Clock) {
    uint64_t A = reinterpret_cast<uint64_t>(Address);
    if (__builtin_expect(isSmall(A), 1))
      return fillIn(SmallOfGlibc, Leaf, A, Row, Clock);
    if (__builtin_expect(isMid(A), 1))
      return fillIn(Mid, Leaf, A, Row, Clock);
    return fillIn(largerMapOf(A), Leaf, A, Row, Clock);
  }
  /// An entry in its usual form, and its clock.
  struct Born {
    uint64_t *Place; ///< Null: there is none.
    uint64_t Word;
    uint64_t Clock;
  };
  /// Does what find() does, if leafAtHand() is not null. Born::Place is also
  /// null if the entry is full, and perhaps if the block's chunk has another
  /// size than at its birth.
  __attribute__((always_inline)) static Born findAtHand(uint64_t *Leaf,
                                                        const void *Address) {
    uint64_t A = reinterpret_cast<uint64_t>(Address);
    if (__builtin_expect(isSmall(A), 1))
      return bornIn(SmallOfGlibc, Leaf, A);
    if (__builtin_expect(isMid(A), 1))
      return bornIn(Mid, Leaf, A);
    return bornIn(largerMapOf(A), Leaf, A);
  }
  /// Does what findAtHand() does, but for full entries, too.
  __attribute__((always_inline)) static Entry
  findNearHand(uint64_t *Leaf, const void *Address) {
    uint64_t A = reinterpret_cast<uint64_t>(Address);
    if (__builtin_expect(isSmall(A), 1))
      return entryIn(SmallOfGlibc, Leaf, A);
    return entryIn(isMid(A) ? Mid : largerMapOf(A), Leaf, A);
  }
  /// The entry that is at \p Place now. \p Shift is the Shift of that entry.
  static Entry entryAt(uint64_t *Place, unsigned Shift) {
    return {Place, __atomic_load_n(Place, __ATOMIC_RELAXED), Shift};
  }
  /// Takes a block out of its place in the table.
  static void takeOut(uint64_t *Place) {
    __atomic_store_n(Place, 0, __ATOMIC_RELAXED);
  }
  /// The id of the row that the entry \p Word, in its usual form, has.
  static uint32_t rowOf(uint64_t Word) {
    return uint32_t(Word >> 1) & ((1u << LiveBlock::RowBits) - 1);
  }

  /// Fills the place \p At with an entry in its usual form. Returns false, and
  /// does nothing, if \p Clock is too large for that.
  static bool fill(const Entry &At, uint32_t Row, uint64_t Clock) {
    if (__builtin_expect(Clock > At.largestClock(), 0))
      return false;
    __atomic_store_n(At.Place, usualWord(At, Row, Clock), __ATOMIC_RELAXED);
    return true;
  }
  /// Fills the place \p At with the number of a LiveBlock.
  static void fillFull(const Entry &At, uint32_t Number) {
    __atomic_store_n(At.Place, fullWord(At, Number), __ATOMIC_RELAXED);
  }
  /// Replaces the entry \p Its, which has its usual form, by the number of a
  /// LiveBlock. Returns false if the block has ended meanwhile.
  static bool refill(const Entry &Its, uint32_t Number) {
    uint64_t Known = Its.Word;
    constexpr uint64_t BelowBegin = (uint64_t(1) << BeginShift) - 1;
    Entry Empty = {nullptr,
                   Its.Word & ((uint64_t(1) << Its.Shift) - 1) & ~BelowBegin,
                   Its.Shift};
    return __atomic_compare_exchange_n(Its.Place, &Known,
                                       fullWord(Empty, Number), false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }

  /// Takes a number for a new LiveBlock from \p Pool; 0 when there is no
  /// memory.
  uint32_t take(LiveBlockPool &Pool) {
    uint32_t Number = Pool.Head;
    if (__builtin_expect(!Number, 0))
      return takeNew(Pool);
    Pool.Head = block(Number).next();
    --Pool.Count;
    return Number;
  }

  /// Gives \p Number back to \p Pool, for other blocks.
  void give(LiveBlockPool &Pool, uint32_t Number) {
    // Whoever still reads the block looks at its entry again behind that.
    __atomic_thread_fence(__ATOMIC_RELEASE);
    block(Number).Clock = Pool.Head;
    Pool.Head = Number;
    if (__builtin_expect(++Pool.Count >= 2 * Batch, 0))
      giveBatch(Pool);
  }

  LiveBlock &block(uint32_t Number) {
    return Chunks[Number / ChunkSize][Number % ChunkSize];
  }

private:
  struct Map;
  template <typename Function>
  void eachOf(Map M, uint32_t EndOfMap, Function Use) const;

  /// malloc/malloc.c of glibc: the word before a block is the size of its
  /// chunk, a multiple of 16, and flags in its lower bits.
  static uint64_t chunkOf(uint64_t Block) {
    return reinterpret_cast<const uint64_t *>(Block)[-1];
  }

  static constexpr unsigned LeafBits = 26;
  static constexpr size_t RootSize = sizeof(uint64_t *)
                                     << (AddressBits - LeafBits);
  /// Logarithms of the windows of the maps, and of the step at which blocks can
  /// begin.
  static constexpr unsigned LogOfGlibc = 5, LogMid = 6, LogLarge = 7,
                            LogHuge = 9;
  static constexpr unsigned LogStep = 3;
  /// Where a map begins in a leaf, in words, and the logarithm of its windows.
  struct Map {
    uint32_t Begin;
    unsigned Log;
  };
  static constexpr uint32_t BeginOfLarge = 1u << (LeafBits - LogMid),
                            BeginOfHuge =
                                BeginOfLarge + (1u << (LeafBits - LogLarge)),
                            BeginOfSmall =
                                BeginOfHuge + (1u << (LeafBits - LogHuge));
  static constexpr Map Mid = {0, LogMid}, Large = {BeginOfLarge, LogLarge},
                       Huge = {BeginOfHuge, LogHuge};
  static constexpr Map Larger[] = {Mid, Large, Huge};
  static constexpr Map SmallOfGlibc = {BeginOfSmall, LogOfGlibc};
  static constexpr Map SmallOfOthers = {BeginOfSmall, LogStep};
  /// In which map a block of glibc's belongs. For the maps of nearly all blocks
  /// there is code of its own.
  static bool isSmall(uint64_t Block) { return chunkOf(Block) < 1 << LogMid; }
  static bool isMid(uint64_t Block) { return chunkOf(Block) < 1 << LogLarge; }
  static Map largerMapOf(uint64_t Block) {
    return chunkOf(Block) < 1 << LogHuge ? Large : Huge;
  }
  static Map mapOfGlibc(uint64_t Block) {
    return isSmall(Block) ? SmallOfGlibc
           : isMid(Block) ? Mid
                          : largerMapOf(Block);
  }

  /// Where in an entry the bits are that tell where the block begins.
  static constexpr unsigned BeginShift = 1 + LiveBlock::RowBits;
  static constexpr unsigned shiftOf(unsigned Log) {
    return BeginShift + Log - LogStep;
  }
  /// These bits of the entry for the address \p A in the map \p M.
  static uint64_t beginOf(Map M, uint64_t A) {
    return (A >> LogStep & ((uint64_t(1) << (M.Log - LogStep)) - 1))
           << BeginShift;
  }
  static uint64_t usualWord(const Entry &At, uint32_t Row, uint64_t Clock) {
    return At.Word | uint64_t(Row) << 1 | Clock << At.Shift;
  }
  static uint64_t fullWord(const Entry &At, uint32_t Number) {
    return At.Word | uint64_t(Number) << At.Shift | 1;
  }
  static uint64_t *placeIn(Map M, uint64_t *Leaf, uint64_t A) {
    return Leaf + M.Begin + ((A % (uint64_t(1) << LeafBits)) >> M.Log);
  }
  /// An entry that says only where in its window the block begins.
  static Entry emptyIn(Map M, uint64_t *Leaf, uint64_t A) {
    return {placeIn(M, Leaf, A), beginOf(M, A), shiftOf(M.Log)};
  }
  /// The entry of the block at \p A in the map \p M; its Place is null if the
  /// block is not there.
  static Entry entryIn(Map M, uint64_t *Leaf, uint64_t A) {
    uint64_t *Place = placeIn(M, Leaf, A);
    uint64_t Word = __atomic_load_n(Place, __ATOMIC_RELAXED);
    if (!Word || (Word >> BeginShift ^ A >> LogStep) &
                     ((uint64_t(1) << (M.Log - LogStep)) - 1))
      return {};
    return {Place, Word, shiftOf(M.Log)};
  }
  __attribute__((always_inline)) static Entry
  fillIn(Map M, uint64_t *Leaf, uint64_t A, uint32_t Row, uint64_t Clock) {
    Entry At = emptyIn(M, Leaf, A);
    if (__builtin_expect(Clock > At.largestClock(), 0))
      return {};
    At.Word = usualWord(At, Row, Clock);
    __atomic_store_n(At.Place, At.Word, __ATOMIC_RELAXED);
    return At;
  }
  __attribute__((always_inline)) static Born bornIn(Map M, uint64_t *Leaf,
                                                    uint64_t A) {
    const Entry E = entryIn(M, Leaf, A);
    return E.isFull() ? Born() : Born{E.Place, E.Word, E.clock()};
  }
  /// Null if no block can begin at \p A, or none was entered near there.
  uint64_t *leafOf(uint64_t A) const {
    return Root && canBegin(A) ? leafAtHand(reinterpret_cast<void *>(A))
                               : nullptr;
  }
  static bool canBegin(uint64_t A) {
    return A && !(A >> AddressBits | A % (1 << LogStep));
  }
  uint64_t *makeLeaf(uint64_t A);
  Entry findElse(uint64_t *Leaf, uint64_t A) const;
  Entry placeOfOthers(uint64_t *Leaf, uint64_t A, uint64_t Size);

  static constexpr uint32_t ChunkSize = 1 << 16;
  static constexpr uint32_t MaxChunks = 1 << 14;
  static constexpr uint32_t Batch = 256;

  uint32_t takeNew(LiveBlockPool &Pool);
  void giveBatch(LiveBlockPool &Pool);
  bool addChunk();

  uint64_t **Root;
  bool IsGlibc;
  sys::Lock PoolLock;
  uint32_t SharedHead; ///< Free list of numbers that lanes gave back.
  uint32_t NextNumber;
  uint32_t EndNumber;
  LiveBlock *Chunks[MaxChunks];
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_LIVETABLE_H
