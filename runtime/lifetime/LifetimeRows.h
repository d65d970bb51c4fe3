//===- LifetimeRows.h - what became of a lane's blocks ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of LifetimeFormat.h. A key has one number in the whole process. It
/// has a row of its own in each lane that makes or frees blocks of the key.
/// Only the lane's thread writes to this row, without atomic operations. The
/// row's id leads any thread to the row, and so to its lane and its key.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_LIFETIMEROWS_H
#define ANOMALLOC_RUNTIME_LIFETIME_LIFETIMEROWS_H

#include "anomalloc/Abi.h"
#include "anomalloc/LifetimeFormat.h"
#include "lifetime/LiveTable.h"
#include "process/System.h"
#include "profile/ProfileFile.h"

namespace anomalloc::runtime {

struct Lane;
struct Process;

/// The key fields of a row, and two more, which are not compared. Whole: if the
/// key is of a single stack, the number of the key of all stacks. Usable: the
/// size in bytes that the allocator gave for the first block of the key.
struct LifetimeKey {
  uint64_t Pc;
  uint32_t Unit;
  uint32_t Slot;
  uint32_t Section;
  uint32_t Epoch;
  uint64_t Size;
  uint32_t Stack;
  uint32_t StackLane;
  uint32_t Whole;
  uint64_t Usable;
};

template <typename Keyed>
inline bool sameKey(const Keyed &A, const LifetimeKey &B) {
  return A.Size == B.Size && A.Unit == B.Unit && A.Slot == B.Slot &&
         A.Pc == B.Pc && A.Section == B.Section && A.Stack == B.Stack &&
         A.StackLane == B.StackLane && A.Epoch == B.Epoch;
}

template <typename Keyed> inline uint32_t hashOf(const Keyed &Key) {
  uint64_t H = Key.Pc ^ (uint64_t(Key.Unit) << 40 ^ uint64_t(Key.Slot) << 20);
  H ^= (Key.Size ^ uint64_t(Key.Stack) << 32) * 0x9e3779b97f4a7c15u ^
       __builtin_rotateleft64(Key.Section, 50);
  return uint32_t((H * 0xd6e8feb86659fd93u) >> 32);
}

/// A row of one lane, and where its further parts are.
struct alignas(64) LifetimeRow {
  struct BucketsRef {
    format::LifetimeBuckets *Buckets;
    BucketsRef *Next;
  };
  struct FreeSiteRef {
    format::FreeSite *Site;
    FreeSiteRef *Next;
  };
  /// The counters of AccessCounters, from AccessCounters::First on.
  struct AccessGroups {
    format::LifetimeBuckets
        *Its[(format::AccessCounters::End - format::AccessCounters::First) /
             format::LifetimeBuckets::Count];
  };
  /// The counters of a row, as far as they exist: null where there are none.
  struct BucketsOfRow {
    static constexpr uint32_t NumGroups =
        format::LifetimeBuckets::NumBuckets / format::LifetimeBuckets::Count;
    format::LifetimeBuckets *Lifetimes[NumGroups];
    AccessGroups *Accesses; ///< Null while there are none.
    BucketsRef *Others;
  };

  format::LifetimeEntry *Entry; ///< Null: there is no row of that id.
  const Lane *Owner;
  LifetimeRow *Whole;    ///< The row of all stacks; null: this one is it.
  BucketsOfRow *Buckets; ///< NoBuckets while there are none.
  uint64_t Usable;       ///< As in LifetimeKey.
  FreeSiteRef *FreeSites;
  format::ActivationEntry *Activations; ///< Null: nothing is known.
  uint32_t NumFreeSites;
  uint32_t Id;
};
static_assert(sizeof(LifetimeRow) == 64, "one cache line");

/// Must be called before the row \p E changes. \p Peak is HeapClock::peak().
/// If there was a new peak since the row's last change, keeps the number of
/// blocks of the row that were live at that peak.
inline void keepPeak(format::LifetimeEntry &E, uint64_t Peak) {
  if (E.Stamp != Peak) {
    E.AtPeak = int64_t(E.Allocated - E.Freed);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    E.Stamp = Peak;
  }
}

/// Counts a block of the row \p E that was made. \p Peak as for keepPeak().
inline void noteBirth(format::LifetimeEntry &E, uint64_t Peak) {
  keepPeak(E, Peak);
  ++E.Allocated;
  if (int64_t(E.Allocated - E.Freed) > int64_t(E.Peak))
    E.Peak = E.Allocated - E.Freed;
}

/// Counts a block of the row \p E that was given back. \p Peak as for
/// keepPeak().
inline void noteDeath(format::LifetimeEntry &E, uint64_t Peak,
                      bool IsTemporary) {
  keepPeak(E, Peak);
  ++E.Freed;
  if (IsTemporary)
    ++E.Temporary;
}

/// The number of the bucket of LifetimeBuckets for a lifetime in bytes. For one
/// in nanoseconds, the caller adds NanosecondBuckets.
inline uint32_t bucketOf(uint64_t Lifetime) {
  return 63 - uint32_t(__builtin_clzl(2 * Lifetime + 1));
}

/// All keys and all rows of the process. Valid when zeroed; in memory that a
/// forked child finds zeroed.
class LifetimeKeys {
public:
  /// The number of \p Key. Gives \p Key a number if it has none. Returns 0 when
  /// there is no memory, or no number is left.
  uint32_t numberOf(Process &P, const sys::SignalGuard &Guard,
                    const LifetimeKey &Key);
  /// The key with the number \p Number, which must exist. Any thread.
  const LifetimeKey &key(uint32_t Number) const {
    return Chunks[Number / ChunkSize][Number % ChunkSize];
  }

  /// Makes a row of which only the id is set. Returns null when there is no
  /// memory, or no id is left.
  LifetimeRow *newRow(Process &P, const sys::SignalGuard &Guard);
  /// The row with the id \p Id, which must exist. Any thread.
  LifetimeRow &row(uint32_t Id) const {
    return RowChunks[Id / ChunkSize][Id % ChunkSize];
  }

  static constexpr uint32_t ChunkSize = 1 << 10;
  static constexpr uint32_t MaxChunks = 1 << 12;
  static_assert(uint64_t(ChunkSize) * MaxChunks <= uint64_t(1)
                                                       << LiveBlock::RowBits,
                "a live block has room for any id");

private:
  bool grow(Process &P, const sys::SignalGuard &Guard);

  sys::Lock Lock;
  LifetimeKey *Chunks[MaxChunks];
  uint32_t Last; ///< Largest number given out.
  uint32_t *Index;
  uint32_t Capacity; ///< Of Index; a power of two, or 0.
  LifetimeRow *RowChunks[MaxChunks];
  uint32_t LastRow; ///< Largest id given out.
};

/// One lane's rows. Valid when zeroed.
class LifetimeRows {
public:
  using Row = LifetimeRow;
  using BucketsRef = LifetimeRow::BucketsRef;
  using FreeSiteRef = LifetimeRow::FreeSiteRef;

  /// Where blocks are made: the section, and of dark ones the code, an address
  /// of user space.
  static uint64_t whereOf(uint32_t Section, const void *Caller) {
    return uint64_t(Section) << 48 | reinterpret_cast<uint64_t>(Caller);
  }
  /// The row of all stacks for the blocks of \p Size bytes that the site
  /// \p Asking makes, or dark code (askingOf() with three arguments), \p Where
  /// as whereOf() says. Null if the row is not at hand. Dark code may be of
  /// another epoch. Threads as for find().
  Row *atHand(uint64_t Asking, uint64_t Where, uint64_t Size) {
    const SiteRow &S = Sites[placeOf(Asking, Size)];
    return __builtin_expect(
               S.Asking == Asking && S.Size == Size && S.Where == Where, 1)
               ? S.Its
               : nullptr;
  }
  /// Makes atHand() return \p Its for these arguments, until another row needs
  /// the room.
  void keepAtHand(uint64_t Asking, uint64_t Where, uint64_t Size, Row *Its) {
    Sites[placeOf(Asking, Size)] = {Asking, Size, Where, Its};
  }

  /// The row of \p Key, or null when there is no memory. If \p Key is of one
  /// stack, the row of all stacks exists afterwards, too. Only by the lane's
  /// own thread, which must not be in the middle of another call. Key.Whole and
  /// Key.Usable are ignored. \p Block is a block of that key.
  Row *find(Lane &L, const LifetimeKey &Key, const void *Block) {
    Row *&Place =
        Recent[(Key.Slot * 3 + Key.Unit * 17 + Key.Stack + Key.Pc + Key.Size) %
               NumRecent];
    if (__builtin_expect(Place && sameKey(*Place->Entry, Key), 1))
      return Place;
    return Place = findElse(L, Key, Block);
  }

  Row *findElse(Lane &L, const LifetimeKey &Key, const void *Block) {
    if (__builtin_expect(Capacity != 0, 1)) {
      uint32_t Mask = Capacity - 1;
      for (uint32_t I = hashOf(Key) & Mask; Index[I]; I = (I + 1) & Mask)
        if (sameKey(*Index[I]->Entry, Key))
          return Index[I];
    }
    return insert(L, Key, Block);
  }

  /// This lane's row of the key with the number \p Number. Makes the row if
  /// there is none. Null when there is no memory. Threads as for find().
  Row *at(Lane &L, uint32_t Number) {
    Row **Chunk = Chunks ? Chunks[Number / LifetimeKeys::ChunkSize] : nullptr;
    if (__builtin_expect(Chunk != nullptr, 1))
      if (Row *R = Chunk[Number % LifetimeKeys::ChunkSize])
        return R;
    return insertNumber(L, Number);
  }

  /// The counter of a bucket of lifetimes in bytes; null if the row does not
  /// have it yet. \p Bucket is a number of LifetimeBuckets.
  static uint64_t *bucketAtHand(const Row &R, uint32_t Bucket) {
    constexpr uint32_t Count = format::LifetimeBuckets::Count;
    format::LifetimeBuckets *B = R.Buckets->Lifetimes[Bucket / Count];
    return B ? B->Counts + Bucket % Count : nullptr;
  }
  /// Counts a lifetime in \p Bucket, as for bucketAtHand().
  void addLifetime(Lane &L, Row &R, uint32_t Bucket) {
    if (uint64_t *Its = bucketAtHand(R, Bucket);
        __builtin_expect(Its != nullptr, 1))
      ++*Its;
    else
      addToBucket(L, R, Bucket);
  }
  /// Adds \p Value to a bucket of \p R. \p Bucket is a number of
  /// LifetimeBuckets or GrowthCounters.
  void addToBucket(Lane &L, Row &R, uint32_t Bucket, uint64_t Value = 1);
  /// The same, of AccessCounters.
  void addToAccesses(Lane &L, Row &R, uint32_t Counter, uint64_t Value) {
    constexpr uint32_t Count = format::LifetimeBuckets::Count;
    if (const LifetimeRow::AccessGroups *Groups = R.Buckets->Accesses)
      if (format::LifetimeBuckets *Group =
              Groups->Its[(Counter - format::AccessCounters::First) / Count]) {
        Group->Counts[Counter % Count] += Value;
        return;
      }
    addToBucket(L, R, Counter, Value);
  }

  /// The counter of the blocks of \p R that code at \p Pc freed; null if the
  /// counter is not at hand.
  uint64_t *freeSiteAtHand(Row &R, uint64_t Pc, uint32_t Epoch) {
    format::LifetimeEntry &E = *R.Entry;
    if (E.FreePc == Pc && E.FreeEpoch == Epoch)
      return &E.FreeCount;
    const FreePlace &F = FreePlaces[placeOf(R, Pc)];
    return F.Pc == Pc && F.Its == &R && F.Epoch == Epoch ? F.Count : nullptr;
  }
  /// Notes that code at \p Pc freed a block of \p R.
  void addFreeSite(Lane &L, Row &R, uint64_t Pc, uint32_t Epoch) {
    uint64_t *Its = freeSiteAtHand(R, Pc, Epoch);
    if (__builtin_expect(!Its, 0))
      Its = findFreeSite(L, R, Pc, Epoch);
    if (__builtin_expect(Its != nullptr, 1))
      ++*Its;
  }

  /// Notes, for \p R and its row of all stacks, that a block was freed. \p Same
  /// tells whether the activation that made the block still ran.
  void addActivation(Lane &L, Row &R, bool Same) {
    for (Row *One = &R; One; One = One->Whole) {
      if (__builtin_expect(!One->Activations, 0))
        One->Activations = activationsFor(L, *One);
      if (__builtin_expect(!One->Activations, 0))
        return;
      ++One->Activations->ActivationKnown;
      One->Activations->SameActivation += Same;
    }
  }

private:
  Row *insert(Lane &L, const LifetimeKey &Key, const void *Block);
  Row *insertNumber(Lane &L, uint32_t Number);
  Row *insertNumber(Lane &L, const sys::SignalGuard &Guard, uint32_t Number);
  bool growIndex(Lane &L, const sys::SignalGuard &Guard);
  void place(Row *R);
  template <typename Ref> Ref *newRef(Lane &L, const sys::SignalGuard &Guard);
  static format::LifetimeBuckets *findBuckets(const Row &R, uint32_t First);
  format::LifetimeBuckets *newBuckets(Lane &L, Row &R, uint32_t First);
  format::ActivationEntry *activationsFor(Lane &L, const Row &R);
  uint64_t *findFreeSite(Lane &L, Row &R, uint64_t Pc, uint32_t Epoch);
  uint64_t *freeSiteFor(Lane &L, Row &R, uint64_t Pc, uint32_t Epoch);

  static constexpr uint32_t NumRecent = 128;
  struct SiteRow {
    uint64_t Asking;
    uint64_t Size;
    uint64_t Where;
    Row *Its; ///< Null: unused.
  };
  /// Leads to the counter of the blocks of a row that code at Pc freed.
  struct FreePlace {
    uint64_t Pc;
    const Row *Its; ///< Null: unused.
    uint64_t Epoch;
    uint64_t *Count;
  };
  static uint64_t mix(uint64_t Key) { return Key * 0x9e3779b97f4a7c15u >> 57; }
  static uint64_t placeOf(uint64_t Asking, uint64_t Size) {
    return mix(Asking ^ Size << 16);
  }
  static uint64_t placeOf(const Row &R, uint64_t Pc) {
    return mix(Pc ^ uint64_t(R.Id) << 32);
  }

  uint64_t Unlisted; ///< Blocks whose row has no room for the freeing code.
  SiteRow Sites[NumRecent];
  FreePlace FreePlaces[NumRecent];
  Row *Recent[NumRecent]; ///< Rows that find() gave, by a cheap hash.
  Row **Index;            ///< By hash of the key.
  uint32_t Capacity;
  uint32_t Used;
  Row ***Chunks; ///< By number of the key; LifetimeKeys::MaxChunks of them.
  char *RefsAt;  ///< Room for the next BucketsRef or FreeSiteRef.
  char *RefsEnd;

  format::LifetimeTableRecord *Table;
  uint32_t TableUsed;
  format::LifetimeBucketsRecord *BucketTable;
  uint32_t BucketTableUsed;
  format::LifetimeBucketsRecord *GrowthTable;
  uint32_t GrowthTableUsed;
  format::FreeSitesRecord *FreeSiteTable;
  uint32_t FreeSiteTableUsed;
  format::ActivationsRecord *ActivationTable;
  uint32_t ActivationTableUsed;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_LIFETIMEROWS_H
