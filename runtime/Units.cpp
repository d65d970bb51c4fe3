//===- Units.cpp - the compiled modules that count ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unit indices outlive a fork: the child's code has them in its descriptors.
// What is kept of a unit is its record in some profile's mapping, which stays
// mapped even when the unit's object is unloaded: a unit that is loaded again
// is known by its id, so that a program that loads and unloads for ever does
// not use up indices.
//
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "Complain.h"
#include "Lane.h"
#include "Process.h"
#include "anomalloc/SiteTable.h"

using namespace anomalloc::format;

namespace anomalloc {

/// Index to the unit's record. Never cleared, so it may be read without lock.
static UnitRecord *Known[MaxUnits];
static unsigned NumKnown;

unsigned numUnits() { return __atomic_load_n(&NumKnown, __ATOMIC_ACQUIRE); }

static const char *tableOf(const UnitRecord &R) {
  return reinterpret_cast<const char *>(&R + 1);
}

static bool sameTable(const AnomallocUnit &Unit, const UnitRecord &R) {
  return Unit.TableSize == R.TableSize && Unit.NumSlots == R.NumSlots &&
         !__builtin_memcmp(Unit.Table, tableOf(R), Unit.TableSize);
}

static UnitRecord *writeUnit(Process &P, const sys::SignalGuard &Guard,
                             uint32_t Index, uint32_t NumSlots,
                             const void *Table, uint64_t TableSize) {
  UnitRecord *Result = nullptr;
  addRecord<UnitRecord>(P, Guard, RecordType::Unit,
                        sizeof(UnitRecord) + TableSize, [&](UnitRecord &R) {
                          R.Index = Index;
                          R.NumSlots = NumSlots;
                          R.TableSize = TableSize;
                          __builtin_memcpy(&R + 1, Table, TableSize);
                          Result = &R;
                        });
  return Result;
}

/// The unit id of SiteTable.h.
static uint64_t idOf(const void *Table) {
  uint64_t Id;
  __builtin_memcpy(&Id, static_cast<const char *>(Table) + 16, sizeof(Id));
  return Id;
}

/// Unit id to the newest unit that hashes there; older ones follow by Next.
static uint32_t Buckets[4096];
static uint32_t NextInBucket[MaxUnits];

static uint32_t &bucketOf(const void *Table) {
  return Buckets[idOf(Table) % (sizeof(Buckets) / sizeof(Buckets[0]))];
}

static uint32_t findKnown(const AnomallocUnit &Unit) {
  for (uint32_t I = bucketOf(Unit.Table); I; I = NextInBucket[I])
    if (sameTable(Unit, *Known[I]))
      return I;
  return 0;
}

static uint32_t makeKnown(Process &P, const sys::SignalGuard &Guard,
                          AnomallocUnit &Unit) {
  uint32_t Index = NumKnown + 1;
  if (Index >= MaxUnits) {
    if (P.Opts.verbose)
      complain("more than 65535 instrumented units: later ones dropped");
    return 0;
  }
  UnitRecord *Record =
      writeUnit(P, Guard, Index, Unit.NumSlots, Unit.Table, Unit.TableSize);
  if (!Record)
    return 0;
  Known[Index] = Record;
  P.Detail.Sites.addUnit(Index, idOf(Unit.Table));
  uint32_t &Bucket = bucketOf(Unit.Table);
  NextInBucket[Index] = Bucket;
  Bucket = Index;
  __atomic_store_n(&NumKnown, Index, __ATOMIC_RELEASE);
  return Index;
}

uint32_t unitIndex(AnomallocUnit &Unit) {
  uint32_t Index = __atomic_load_n(&Unit.Index, __ATOMIC_ACQUIRE);
  if (Index)
    return Index;
  Process *P = currentProcess();
  if (!P || Unit.TableSize < SiteTableHeaderSize)
    return 0;
  sys::SignalGuard Guard;
  sys::LockGuard Lock(P->UnitLock, Guard);
  Index = Unit.Index;
  if (!Index)
    Index = findKnown(Unit);
  if (!Index)
    Index = makeKnown(*P, Guard, Unit);
  // From here on code may count inline: every lane's table has room already.
  __atomic_store_n(&Unit.Index, Index, __ATOMIC_RELEASE);
  return Index;
}

void recordKnownUnits(Process &P, const sys::SignalGuard &Guard) {
  for (uint32_t I = 1; I <= NumKnown; ++I) {
    const UnitRecord &Old = *Known[I];
    UnitRecord *New =
        writeUnit(P, Guard, I, Old.NumSlots, tableOf(Old), Old.TableSize);
    if (!New)
      return P.File.seal(); // The code counts by these indices already.
    Known[I] = New;
    P.Detail.Sites.addUnit(I, idOf(tableOf(*New)));
  }
}

} // namespace anomalloc

void ANOMALLOC_REGISTER(AnomallocUnit *Unit) { anomalloc::unitIndex(*Unit); }
