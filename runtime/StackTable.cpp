//===- StackTable.cpp - stacks and their counts in the profile ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackTable.h"
#include "Lane.h"
#include "Modules.h"
#include "Process.h"

using namespace anomalloc::format;

namespace anomalloc {

static bool sameNode(const StackNode &A, const StackNode &B) {
  return A.Pc == B.Pc && A.Parent == B.Parent && A.Epoch == B.Epoch &&
         A.Flags == B.Flags;
}

NodeTable::Entry *NodeTable::probe(Entry *Table, uint32_t Capacity,
                                   const StackNode &N) const {
  for (uint32_t I = hash(N);; ++I) {
    Entry *E = Table + (I & (Capacity - 1));
    if (!E->Node.Pc || sameNode(E->Node, N))
      return E;
  }
}

bool NodeTable::growIndex(Lane &L, const sys::SignalGuard &Guard) {
  uint32_t NewCapacity = Capacity ? 2 * Capacity : 256;
  auto *New = static_cast<Entry *>(
      allocateControl(*L.Owner, Guard, uint64_t(NewCapacity) * sizeof(Entry)));
  if (!New)
    return false;
  for (uint32_t I = 0; I != Capacity; ++I)
    if (Index[I].Node.Pc)
      *probe(New, NewCapacity, Index[I].Node) = Index[I];
  Index = New;
  Capacity = NewCapacity;
  return true;
}

bool NodeTable::growRecord(Lane &L, const sys::SignalGuard &Guard,
                           uint32_t Space) {
  constexpr uint32_t First = 64, Largest = 8192;
  uint32_t Want = RowsCapacity ? 2 * RowsCapacity : First;
  if (Want > Largest)
    Want = Largest;
  void *Memory = L.Records.allocate(L.Owner->File, Guard,
                                    sizeof(StackNodesRecord) +
                                        uint64_t(Want) * sizeof(StackNode));
  if (!Memory)
    return false;
  auto *Record = static_cast<StackNodesRecord *>(Memory);
  Record->Lane = L.Number;
  Record->Space = Space;
  Record->First = Used + 1;
  Record->Capacity = Want;
  RecordWriter::commit(Record->Header, RecordType::StackNodes);
  Rows = reinterpret_cast<StackNode *>(Record + 1);
  RowsUsed = 0;
  RowsCapacity = Want;
  return true;
}

uint32_t NodeTable::intern(Lane &L, uint32_t Space, const StackNode &Node) {
  if (Capacity)
    if (Entry *E = probe(Index, Capacity, Node); E->Node.Pc)
      return E->Number;
  sys::SignalGuard Guard;
  if (4 * (Used + 1) > 3 * Capacity && !growIndex(L, Guard))
    return 0;
  if (RowsUsed == RowsCapacity && !growRecord(L, Guard, Space))
    return 0;
  recordModuleOf(*L.Owner, Guard, Node.Pc - 1);
  StackNode &Row = Rows[RowsUsed++];
  Row.Parent = Node.Parent;
  Row.Epoch = Node.Epoch;
  Row.Flags = Node.Flags;
  __atomic_store_n(&Row.Pc, Node.Pc, __ATOMIC_RELEASE);
  Entry *E = probe(Index, Capacity, Node);
  E->Node = Node;
  E->Number = ++Used;
  return Used;
}

StackCount *StackCountTable::probe(const StackCount &Key) const {
  auto *Rows = reinterpret_cast<StackCount *>(Table + 1);
  for (uint32_t I = hash(Key);; ++I) {
    StackCount *Row = Rows + (I & (Table->Capacity - 1));
    if (!Row->Count || sameKey(*Row, Key))
      return Row;
  }
}

StackCount *StackCountTable::find(const StackCount &Key) const {
  if (!Table)
    return nullptr;
  StackCount *Row = probe(Key);
  return Row->Count ? Row : nullptr;
}

bool StackCountTable::grow(Lane &L, const sys::SignalGuard &Guard,
                           uint32_t Space) {
  uint32_t Capacity = Table ? 2 * Table->Capacity : 64;
  void *Memory = L.Records.allocate(
      L.Owner->File, Guard,
      sizeof(StackCountsRecord) + uint64_t(Capacity) * sizeof(StackCount));
  if (!Memory)
    return false;
  auto *New = static_cast<StackCountsRecord *>(Memory);
  New->Lane = L.Number;
  New->Space = Space;
  New->Capacity = Capacity;
  RecordWriter::commit(New->Header, RecordType::StackCounts);
  Table = New;
  Used = 0;
  return true;
}

StackCount *StackCountTable::findOrInsert(Lane &L, uint32_t Space,
                                          const StackCount &Key) {
  if (StackCount *Row = find(Key))
    return Row;
  if (!Table || 4 * (Used + 1) > 3 * Table->Capacity) {
    sys::SignalGuard Guard;
    if (!grow(L, Guard, Space))
      return nullptr;
  }
  ++Used;
  StackCount *Row = probe(Key);
  *Row = Key;
  // The caller's count makes the row valid: a kill must not find it earlier.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return Row;
}

} // namespace anomalloc
