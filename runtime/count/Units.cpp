//===- Units.cpp - the compiled modules that count ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Units.h"
#include "anomalloc/SiteTable.h"
#include "count/KnownUnits.h"
#include "count/Lane.h"
#include "process/AddressSpace.h"
#include "process/Complain.h"
#include "process/Process.h"
#include <errno.h>

using namespace anomalloc::format;

namespace anomalloc::runtime {

/// Never cleared, and changed under UnitLock alone.
static KnownUnits Known;

uint32_t maxUnits() {
  constexpr uint32_t Few = 4096;
  static uint32_t Max;
  if (!Max) { // Under BirthLock or at the start, before anything asks.
    Max = isRoomTight() ? Few : MaxUnits;
    if (Max == Few)
      sys::unmapPagesIn(EmptyBlocks + Few, EmptyBlocks + MaxUnits);
  }
  return Max;
}

unsigned numUnits() { return Known.count(); }

uint32_t numSlots(uint32_t Index) { return Known.record(Index).NumSlots; }

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

/// Says it once: each event of a unit that is not known comes here.
static void noteTooMany(Process &P) {
  uint32_t &Why = P.File.header()->GrowthError;
  if (P.Opts.verbose && Why != EOVERFLOW)
    complain("too many instrumented units: later ones are dropped");
  Why = EOVERFLOW;
}

static uint32_t makeKnown(Process &P, const sys::SignalGuard &Guard,
                          AnomallocUnit &Unit) {
  if (Known.count() + 1 >= maxUnits()) {
    noteTooMany(P);
    return 0;
  }
  uint32_t Index = Known.nextIndex();
  if (!Index)
    return 0;
  UnitRecord *Record =
      writeUnit(P, Guard, Index, Unit.NumSlots, Unit.Table, Unit.TableSize);
  if (!Record)
    return 0;
  P.Detail.Sites.addUnit(Index, unitIdOf(Unit.Table));
  Known.add(Index, *Record);
  return Index;
}

/// From now on the unit's code counts itself.
static void tellIndex(AnomallocUnit &Unit, uint32_t Index) {
  uint64_t Base = uint64_t(Index) << 32;
  __atomic_store_n(&Unit.CallerBase, Base, __ATOMIC_RELAXED);
  for (uint64_t I = 0; I != Unit.NumCallers; ++I)
    __atomic_store_n(&Unit.Callers[I], Base | uint32_t(Unit.Callers[I]),
                     __ATOMIC_RELAXED);
  // From here on code may count inline: every lane's table has room already.
  __atomic_store_n(&Unit.Index, Index, __ATOMIC_RELEASE);
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
    Index = Known.find(Unit);
  if (!Index)
    Index = makeKnown(*P, Guard, Unit);
  if (Index)
    tellIndex(Unit, Index);
  return Index;
}

void recordKnownUnits(Process &P, const sys::SignalGuard &Guard) {
  Known.finishAdding();
  for (uint32_t I = 1; I <= Known.count(); ++I) {
    const UnitRecord &Old = Known.record(I);
    UnitRecord *New =
        writeUnit(P, Guard, I, Old.NumSlots, tableOf(Old), Old.TableSize);
    if (!New)
      return P.File.seal(); // The code counts by these indices already.
    Known.replace(I, *New);
    P.Detail.Sites.addUnit(I, unitIdOf(tableOf(*New)));
  }
}

} // namespace anomalloc::runtime

void ANOMALLOC_REGISTER(AnomallocUnit *Unit) {
  anomalloc::runtime::unitIndex(*Unit);
}
