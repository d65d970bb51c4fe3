//===- SizeTable.cpp - counts of a lane by key and size -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeTable.h"
#include "Lane.h"
#include "Process.h"

using namespace anomalloc::format;

namespace anomalloc {

static SizeEntry *rows(SizeTableRecord *Table) {
  return reinterpret_cast<SizeEntry *>(Table + 1);
}

static bool sameKey(const SizeEntry &A, const SizeEntry &B) {
  return A.Pc == B.Pc && A.Unit == B.Unit && A.Slot == B.Slot &&
         A.Section == B.Section && A.Epoch == B.Epoch && A.Size == B.Size;
}

static uint32_t start(const SizeEntry &Key, uint32_t Mask) {
  constexpr uint64_t Golden = 0x9e3779b97f4a7c15u;
  uint64_t Hash = (Key.Pc ^ (uint64_t(Key.Unit) << 32 | Key.Slot)) * Golden;
  Hash = (Hash ^ (Hash >> 29) ^ Key.Size ^ (uint64_t(Key.Section) << 40)) *
         Golden;
  return uint32_t(Hash >> 32) & Mask;
}

/// The row of \p Key, or the free one where it would go.
static SizeEntry *probe(SizeTableRecord *Table, const SizeEntry &Key) {
  uint32_t Mask = Table->Capacity - 1;
  for (uint32_t I = start(Key, Mask);; I = (I + 1) & Mask) {
    SizeEntry *Row = rows(Table) + I;
    if (!Row->Count || sameKey(*Row, Key))
      return Row;
  }
}

SizeEntry *SizeTable::find(const SizeEntry &Key) const {
  if (!Table)
    return nullptr;
  SizeEntry *Row = probe(Table, Key);
  return Row->Count ? Row : nullptr;
}

bool SizeTable::grow(Lane &L, const sys::SignalGuard &Guard) {
  uint32_t Capacity = Table ? 2 * Table->Capacity : 32;
  void *Memory = L.Records.allocate(
      L.Owner->File, Guard,
      sizeof(SizeTableRecord) + uint64_t(Capacity) * sizeof(SizeEntry));
  if (!Memory)
    return false;
  auto *New = static_cast<SizeTableRecord *>(Memory);
  New->Lane = L.Number;
  New->Capacity = Capacity;
  RecordWriter::commit(New->Header, RecordType::SizeTable);
  Table = New;
  Used = 0;
  return true;
}

SizeEntry *SizeTable::findOrInsert(Lane &L, const sys::SignalGuard &Guard,
                                   const SizeEntry &Key) {
  if (SizeEntry *Row = find(Key))
    return Row; // A signal handler was faster.
  if ((!Table || 4 * (Used + 1) > 3 * Table->Capacity) && !grow(L, Guard))
    return nullptr;
  ++Used;
  SizeEntry *Row = probe(Table, Key);
  *Row = Key;
  // The caller's count makes the row valid: a kill must not find it earlier.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return Row;
}

} // namespace anomalloc
