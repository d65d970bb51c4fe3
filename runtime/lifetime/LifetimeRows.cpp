//===- LifetimeRows.cpp - what became of a lane's blocks ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lifetime/LifetimeRows.h"
#include "count/Lane.h"
#include "interpose/Allocator.h"
#include "process/Process.h"
#include "profile/Modules.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

bool LifetimeKeys::grow(Process &P, const sys::SignalGuard &Guard) {
  uint32_t NewCapacity = Capacity ? 2 * Capacity : 1024;
  auto *New = static_cast<uint32_t *>(
      allocateControl(P, Guard, NewCapacity * sizeof(uint32_t)));
  if (!New)
    return false;
  for (uint32_t Number = 1; Number <= Last; ++Number) {
    uint32_t I = hashOf(key(Number)) & (NewCapacity - 1);
    while (New[I])
      I = (I + 1) & (NewCapacity - 1);
    New[I] = Number;
  }
  Index = New;
  Capacity = NewCapacity;
  return true;
}

uint32_t LifetimeKeys::numberOf(Process &P, const sys::SignalGuard &Guard,
                                const LifetimeKey &Key) {
  sys::LockGuard Held(Lock, Guard);
  if (4 * (Last + 1) > 3 * Capacity && !grow(P, Guard))
    return 0;
  uint32_t I = hashOf(Key) & (Capacity - 1);
  for (; Index[I]; I = (I + 1) & (Capacity - 1))
    if (sameKey(key(Index[I]), Key))
      return Index[I];
  uint32_t Number = Last + 1;
  if (Number / ChunkSize == MaxChunks)
    return 0;
  LifetimeKey *&Chunk = Chunks[Number / ChunkSize];
  if (!Chunk)
    Chunk = static_cast<LifetimeKey *>(
        allocateControl(P, Guard, ChunkSize * sizeof(LifetimeKey)));
  if (!Chunk)
    return 0;
  Chunk[Number % ChunkSize] = Key;
  Last = Number;
  Index[I] = Number;
  return Number;
}

LifetimeRow *LifetimeKeys::newRow(Process &P, const sys::SignalGuard &Guard) {
  sys::LockGuard Held(Lock, Guard);
  uint32_t Id = LastRow + 1; // 0 is none.
  if (Id / ChunkSize == MaxChunks)
    return nullptr;
  LifetimeRow *&Chunk = RowChunks[Id / ChunkSize];
  if (!Chunk)
    Chunk = static_cast<LifetimeRow *>(
        allocateControl(P, Guard, ChunkSize * sizeof(LifetimeRow)));
  if (!Chunk)
    return nullptr;
  LastRow = Id;
  LifetimeRow *New = Chunk + Id % ChunkSize;
  New->Id = Id;
  return New;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Of rows that have none yet.
static LifetimeRow::BucketsOfRow NoBuckets;

/// The next free element of a table record, which a larger one replaces when it
/// is full. Null when the profile cannot grow.
template <typename Element, typename Record>
static Element *nextOf(Lane &L, const sys::SignalGuard &Guard, Record *&Table,
                       uint32_t &Used, RecordType Type, uint32_t First) {
  if (!Table || Used == Table->Capacity) {
    constexpr uint32_t Largest = 512;
    uint32_t Capacity = Table ? 2 * Table->Capacity : First;
    if (Capacity > Largest)
      Capacity = Largest;
    // What is left of a segment is not left unused.
    constexpr uint32_t Least = 8;
    const uint64_t Left = L.Records.room();
    if (Left >= sizeof(Record) + Least * sizeof(Element) &&
        Left < sizeof(Record) + Capacity * sizeof(Element))
      Capacity = uint32_t((Left - sizeof(Record)) / sizeof(Element));
    void *Memory = L.Records.allocate(
        L.Owner->file(), Guard, sizeof(Record) + Capacity * sizeof(Element));
    if (!Memory)
      return nullptr;
    auto *New = static_cast<Record *>(Memory);
    New->Lane = L.Number;
    New->Capacity = Capacity;
    RecordWriter::commit(New->Header, Type);
    Table = New;
    Used = 0;
  }
  return reinterpret_cast<Element *>(Table + 1) + Used++;
}

void LifetimeRows::place(Row *R) {
  uint32_t I = hashOf(*R->Entry) & (Capacity - 1);
  while (Index[I])
    I = (I + 1) & (Capacity - 1);
  Index[I] = R;
}

bool LifetimeRows::growIndex(Lane &L, const sys::SignalGuard &Guard) {
  uint32_t NewCapacity = Capacity ? 2 * Capacity : 128;
  auto **New = static_cast<Row **>(
      allocateControl(*L.Owner, Guard, NewCapacity * sizeof(Row *)));
  if (!New)
    return false;
  Row **Old = Index;
  uint32_t OldCapacity = Capacity;
  Index = New;
  Capacity = NewCapacity;
  for (uint32_t I = 0; I != OldCapacity; ++I)
    if (Old[I])
      place(Old[I]);
  return true;
}

LifetimeRows::Row *LifetimeRows::insertNumber(Lane &L, uint32_t Number) {
  sys::SignalGuard Guard;
  return insertNumber(L, Guard, Number);
}

LifetimeRows::Row *LifetimeRows::insertNumber(Lane &L,
                                              const sys::SignalGuard &Guard,
                                              uint32_t Number) {
  if (!Chunks)
    Chunks = static_cast<Row ***>(allocateControl(
        *L.Owner, Guard, LifetimeKeys::MaxChunks * sizeof(Row **)));
  if (!Chunks || (4 * (Used + 1) > 3 * Capacity && !growIndex(L, Guard)))
    return nullptr;
  Row **&Chunk = Chunks[Number / LifetimeKeys::ChunkSize];
  if (!Chunk)
    Chunk = static_cast<Row **>(allocateControl(
        *L.Owner, Guard, LifetimeKeys::ChunkSize * sizeof(Row *)));
  if (!Chunk)
    return nullptr;
  LifetimeKeys &Keys = L.Owner->Lifetimes.Keys;
  const LifetimeKey &Key = Keys.key(Number);
  Row *Whole = Key.Stack ? at(L, Key.Whole) : nullptr;
  if (Key.Stack && !Whole)
    return nullptr;
  Row *R = Keys.newRow(*L.Owner, Guard);
  auto *Entry = R ? nextOf<LifetimeEntry>(L, Guard, Table, TableUsed,
                                          RecordType::LifetimeTable, 8)
                  : nullptr;
  if (!Entry)
    return nullptr;
  Entry->Pc = Key.Pc;
  Entry->Unit = Key.Unit;
  Entry->Slot = Key.Slot;
  Entry->Section = Key.Section;
  Entry->Epoch = Key.Epoch;
  Entry->Size = Key.Size;
  Entry->Stack = Key.Stack;
  Entry->StackLane = Key.StackLane;
  // A kill must not find a row without its key.
  __atomic_store_n(&Entry->Number, Number, __ATOMIC_RELEASE);
  R->Entry = Entry;
  R->Owner = &L;
  R->Whole = Whole;
  R->Usable = Key.Usable;
  R->Buckets = &NoBuckets;
  Chunk[Number % LifetimeKeys::ChunkSize] = R;
  place(R);
  ++Used;
  return R;
}

/// What the program may use of \p Block, which has \p Size bytes, or is of a
/// row of several sizes.
static uint64_t usableBytes(Process &P, const void *Block, uint64_t Size) {
  uint64_t Usable = usableSize ? usableSize(Block) : 0;
  if (Usable)
    return Usable > Size ? Usable : Size;
  P.Lifetimes.Clock.noteUsableUnknown();
  return Size;
}

LifetimeRows::Row *LifetimeRows::insert(Lane &L, const LifetimeKey &Key,
                                        const void *Block) {
  // Stacks have their own bound. One that has a row of counts gets one here.
  if (!Key.Stack && !Key.StackLane && !mayBeNew(*L.Owner, RoomFor::Sizes)) {
    LifetimeKey Class = Key;
    Class.Size = SizeClass::middle(Key.Size);
    Class.StackLane = LifetimeEntry::InSizeClass;
    return findElse(L, Class, Block);
  }
  sys::SignalGuard Guard;
  if (Key.Pc)
    recordModuleOf(*L.Owner, Guard, Key.Pc);
  LifetimeKey Full = Key;
  if (Key.Stack) {
    LifetimeKey OfAll = Key;
    OfAll.Stack = OfAll.StackLane = 0;
    Row *Whole = findElse(L, OfAll, Block);
    if (!Whole || Whole->Entry->StackLane)
      return Whole;
    Full.Whole = Whole->Entry->Number;
    Full.Usable = Whole->Usable;
  } else {
    Full.Usable = usableBytes(*L.Owner, Block, Key.Size);
  }
  uint32_t Number = L.Owner->Lifetimes.Keys.numberOf(*L.Owner, Guard, Full);
  if (!Number)
    return nullptr;
  return insertNumber(L, Guard, Number);
}

/// Zeroed. The process's memory comes in lines of 64 bytes: many to a page of
/// it.
template <typename Ref>
Ref *LifetimeRows::newRef(Lane &L, const sys::SignalGuard &Guard) {
  constexpr size_t Page = 4096;
  if (size_t(RefsEnd - RefsAt) < sizeof(Ref)) {
    char *New = static_cast<char *>(allocateControl(*L.Owner, Guard, Page));
    if (!New)
      return nullptr;
    RefsAt = New;
    RefsEnd = New + Page;
  }
  auto *Result = reinterpret_cast<Ref *>(RefsAt);
  RefsAt += sizeof(Ref);
  return Result;
}

LifetimeBuckets *LifetimeRows::findBuckets(const Row &R, uint32_t First) {
  if (First < LifetimeBuckets::NumBuckets)
    return R.Buckets->Lifetimes[First / LifetimeBuckets::Count];
  if (First >= AccessCounters::First)
    return nullptr; // addToAccesses() has looked.
  for (const BucketsRef *Ref = R.Buckets->Others; Ref; Ref = Ref->Next)
    if (Ref->Buckets->First == First)
      return Ref->Buckets;
  return nullptr;
}

LifetimeBuckets *LifetimeRows::newBuckets(Lane &L, Row &R, uint32_t First) {
  sys::SignalGuard Guard;
  if (R.Buckets == &NoBuckets) {
    auto *Its = newRef<LifetimeRow::BucketsOfRow>(L, Guard);
    if (!Its)
      return nullptr;
    R.Buckets = Its;
  }
  // Where the row finds the counters.
  LifetimeBuckets **Place;
  BucketsRef *Ref = nullptr;
  if (First < LifetimeBuckets::NumBuckets) {
    Place = &R.Buckets->Lifetimes[First / LifetimeBuckets::Count];
  } else if (First >= AccessCounters::First) {
    LifetimeRow::AccessGroups *&Groups = R.Buckets->Accesses;
    if (!Groups)
      Groups = newRef<LifetimeRow::AccessGroups>(L, Guard);
    if (!Groups)
      return nullptr;
    Place =
        &Groups->Its[(First - AccessCounters::First) / LifetimeBuckets::Count];
  } else {
    Ref = newRef<BucketsRef>(L, Guard);
    if (!Ref)
      return nullptr;
    Place = &Ref->Buckets;
  }
  auto *New =
      First < GrowthCounters::First
          ? nextOf<LifetimeBuckets>(L, Guard, BucketTable, BucketTableUsed,
                                    RecordType::LifetimeBuckets, 8)
          : nextOf<LifetimeBuckets>(L, Guard, GrowthTable, GrowthTableUsed,
                                    RecordType::GrowthCounters, 8);
  if (!New)
    return nullptr;
  New->First = First;
  __atomic_store_n(&New->Number, R.Entry->Number, __ATOMIC_RELEASE);
  *Place = New;
  if (Ref) {
    Ref->Next = R.Buckets->Others;
    R.Buckets->Others = Ref;
  }
  return New;
}

void LifetimeRows::addToBucket(Lane &L, Row &R, uint32_t Bucket,
                               uint64_t Value) {
  uint32_t First = Bucket & ~(LifetimeBuckets::Count - 1);
  LifetimeBuckets *Its = findBuckets(R, First);
  if (!Its)
    Its = newBuckets(L, R, First);
  if (Its)
    Its->Counts[Bucket % LifetimeBuckets::Count] += Value;
}

ActivationEntry *LifetimeRows::activationsFor(Lane &L, const Row &R) {
  sys::SignalGuard Guard;
  auto *New =
      nextOf<ActivationEntry>(L, Guard, ActivationTable, ActivationTableUsed,
                              RecordType::Activations, 8);
  if (New)
    __atomic_store_n(&New->Number, R.Entry->Number, __ATOMIC_RELEASE);
  return New;
}

/// The counter of that code, a new one if need be. Null when the profile cannot
/// grow.
uint64_t *LifetimeRows::freeSiteFor(Lane &L, Row &R, uint64_t Pc,
                                    uint32_t Epoch) {
  constexpr uint32_t Most = 7;
  LifetimeEntry &E = *R.Entry;
  for (FreeSiteRef *Ref = R.FreeSites; Ref; Ref = Ref->Next)
    if (Ref->Site->Pc == Pc && Ref->Site->Epoch == Epoch)
      return &Ref->Site->Count;
  if (E.FreePc && R.NumFreeSites == Most)
    return &Unlisted; // The reader sees how many are missing.
  sys::SignalGuard Guard;
  recordModuleOf(*L.Owner, Guard, Pc);
  if (!E.FreePc) {
    E.FreePc = Pc;
    E.FreeEpoch = Epoch;
    return &E.FreeCount;
  }
  auto *Ref = newRef<FreeSiteRef>(L, Guard);
  if (!Ref)
    return nullptr;
  Ref->Site = nextOf<FreeSite>(L, Guard, FreeSiteTable, FreeSiteTableUsed,
                               RecordType::FreeSites, 8);
  if (!Ref->Site)
    return nullptr;
  Ref->Site->Pc = Pc;
  Ref->Site->Epoch = Epoch;
  __atomic_store_n(&Ref->Site->Number, E.Number, __ATOMIC_RELEASE);
  Ref->Next = R.FreeSites;
  R.FreeSites = Ref;
  ++R.NumFreeSites;
  return &Ref->Site->Count;
}

/// The same; from now on it is at hand.
uint64_t *LifetimeRows::findFreeSite(Lane &L, Row &R, uint64_t Pc,
                                     uint32_t Epoch) {
  uint64_t *Count = freeSiteFor(L, R, Pc, Epoch);
  if (Count)
    FreePlaces[placeOf(R, Pc)] = {Pc, &R, Epoch, Count};
  return Count;
}

} // namespace anomalloc::runtime
