//===- KnownUnits.cpp - units by index and by id --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/KnownUnits.h"
#include "process/AddressSpace.h"
#include "process/System.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

uint64_t unitIdOf(const void *Table) {
  uint64_t Id;
  __builtin_memcpy(&Id, static_cast<const char *>(Table) + 16, sizeof(Id));
  return Id;
}

static bool sameTable(const AnomallocUnit &Unit, const UnitRecord &R) {
  return Unit.TableSize == R.TableSize && Unit.NumSlots == R.NumSlots &&
         !__builtin_memcmp(Unit.Table, tableOf(R), Unit.TableSize);
}

uint32_t KnownUnits::find(const AnomallocUnit &Unit) const {
  for (uint32_t I = Buckets[bucketOf(Unit.Table)]; I; I = entry(I).Next)
    if (sameTable(Unit, record(I)))
      return I;
  return 0;
}

uint32_t KnownUnits::nextIndex() {
  uint32_t Index = Count + 1;
  if (Index >= MaxUnits)
    return 0;
  Entry *&Chunk = Chunks[Index / ChunkSize];
  bool Wiped;
  if (!Chunk)
    Chunk = static_cast<Entry *>(
        takePrivate(ChunkSize * sizeof(Entry), false, Wiped));
  return Chunk ? Index : 0;
}

void KnownUnits::add(uint32_t Index, const UnitRecord &R, int Steps) {
  // It is given out before it is linked. Else a child that was forked in
  // between would find an index that its profile has no record of. The next
  // unit would get the same one, and lead round in a circle.
  if (Steps > 0)
    keep(Index, R);
  if (Steps > 1)
    giveOut(Index);
  if (Steps > 2)
    link(Index);
}

/// Nobody sees the unit yet, and the next one may take its index.
void KnownUnits::keep(uint32_t Index, const UnitRecord &R) {
  entry(Index) = {&R, Buckets[bucketOf(R)]};
}

/// The index is the unit's for good: record() knows it.
void KnownUnits::giveOut(uint32_t Index) {
  __atomic_store_n(&Count, Index, __ATOMIC_RELEASE);
}

/// find() knows it, too.
void KnownUnits::link(uint32_t Index) {
  __atomic_store_n(&Buckets[bucketOf(record(Index))], Index, __ATOMIC_RELEASE);
}

void KnownUnits::finishAdding() {
  uint32_t Newest = Count;
  if (!Newest)
    return;
  // If it is linked, nothing stands before it.
  if (Buckets[bucketOf(record(Newest))] != Newest)
    link(Newest);
}

} // namespace anomalloc::runtime
