//===- StackTable.cpp - stacks and their counts in the profile ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/StackTable.h"
#include "count/Lane.h"
#include "process/Process.h"
#include "profile/Modules.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

template <typename RowT, typename Traits>
bool StackRowTable<RowT, Traits>::growIndex(Lane &L,
                                            const sys::SignalGuard &Guard) {
  uint32_t Capacity = Index ? 2 * Index->Capacity : 256;
  auto *New = static_cast<RowIndex *>(allocateControl(
      *L.Owner, Guard,
      sizeof(RowIndex) + uint64_t(Capacity) * sizeof(uint32_t)));
  if (!New)
    return false;
  New->Capacity = Capacity;
  for (uint32_t Number = 1; Number <= Used; ++Number) {
    uint32_t Hash = Traits::hash(Traits::rowOf(at(Number)));
    uint32_t I = Hash;
    while (New->Tagged[I & (Capacity - 1)])
      ++I;
    New->Tagged[I & (Capacity - 1)] = tag(Hash) | Number;
  }
  __atomic_store_n(&Index, New, __ATOMIC_RELEASE);
  return true;
}

template <typename RowT, typename Traits>
bool StackRowTable<RowT, Traits>::growRecord(Lane &L,
                                             const sys::SignalGuard &Guard,
                                             uint32_t Space) {
  // A quarter more, and at least so many.
  constexpr uint32_t Least = 32, Largest = 8192;
  uint32_t Want = Used / 4;
  if (Want < Least)
    Want = Least;
  if (Want > Largest)
    Want = Largest;
  auto sizeOf = [](uint32_t Rows) {
    return sizeof(StackRowsRecord) + uint64_t(Rows) * sizeof(RowT);
  };
  // What is left of a segment is not left unused.
  if (uint64_t Left = L.Records.room(); sizeOf(Least) <= Left)
    while (sizeOf(Want) > Left)
      Want = uint32_t((Left - sizeof(StackRowsRecord)) / sizeof(RowT));
  void *Memory = L.Records.allocate(L.Owner->file(), Guard, sizeOf(Want));
  if (!Memory)
    return false;
  auto *Record = static_cast<StackRowsRecord *>(Memory);
  Record->Lane = L.Number;
  Record->Space = Space;
  Record->First = Used + 1;
  Record->Capacity = Want;
  RecordWriter::commit(Record->Header, Traits::Type);
  Rows = reinterpret_cast<RowT *>(Record + 1);
  RowsUsed = 0;
  RowsCapacity = Want;
  return true;
}

/// For one row more. Nothing else here needs signals blocked: who inserts has
/// the space for itself.
template <typename RowT, typename Traits>
bool StackRowTable<RowT, Traits>::makeRoom(Lane &L, uint32_t Space) {
  const uint32_t Number = Used + 1;
  if (Number > RowIndex::NumberMask || !mayBeNew(*L.Owner, RoomFor::Stacks))
    return false;
  Ref *&Chunk = Chunks[Number >> LogChunk];
  bool IndexHasRoom = Index && 4 * Number <= 3 * Index->Capacity;
  if (__builtin_expect(IndexHasRoom && Chunk && RowsUsed != RowsCapacity, 1))
    return true;
  sys::SignalGuard Guard;
  if (!Chunk)
    Chunk = static_cast<Ref *>(
        allocateControl(*L.Owner, Guard, ChunkSize * sizeof(Ref)));
  return Chunk && (IndexHasRoom || growIndex(L, Guard)) &&
         (RowsUsed != RowsCapacity || growRecord(L, Guard, Space));
}

template <typename RowT, typename Traits>
__attribute__((noinline)) uint32_t
StackRowTable<RowT, Traits>::insert(Lane &L, uint32_t Space, const RowT &Key) {
  if (!makeRoom(L, Space))
    return 0;
  const uint32_t Number = ++Used;
  Traits::put(L, Rows[RowsUsed++], at(Number), Key);
  auto *Free = const_cast<uint32_t *>(probe(*Index, Key));
  // A find() that this interrupted sees the number with its row.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  *Free = tag(Traits::hash(Key)) | Number;
  return Number;
}

/// Of two words, by the upper bits of products.
static uint32_t hashOf(uint64_t A, uint64_t B = 0) {
  uint64_t H = A * 0x9e3779b97f4a7c15u;
  H ^= (B ^ H >> 32) * 0xd6e8feb86659fd93u;
  return uint32_t(H >> 32);
}

uint32_t StackPlaceTraits::hash(const StackPlace &P) {
  return hashOf(P.Pc, uint64_t(P.Epoch) << 16 | P.Flags);
}
uint32_t StackKeyTraits::hash(const StackKey &K) {
  return hashOf(uint64_t(K.Unit) << 32 | K.Slot, K.Size ^ uint64_t(K.Section)
                                                              << 32);
}

void StackPlaceTraits::put(Lane &L, StackPlace &At, Ref &Its,
                           const StackPlace &Row) {
  sys::SignalGuard Guard;
  recordModuleOf(*L.Owner, Guard, Row.Pc - 1);
  At.Epoch = Row.Epoch;
  At.Flags = Row.Flags;
  __atomic_store_n(&At.Pc, Row.Pc, __ATOMIC_RELEASE);
  Its = Row;
}
void StackNodeTraits::put(Lane &, StackNode &At, Ref &Its,
                          const StackNode &Row) {
  At.Parent = Row.Parent;
  __atomic_store_n(&At.Place, Row.Place, __ATOMIC_RELEASE);
  Its = {Row, 0};
}
void StackKeyTraits::put(Lane &, StackKey &At, Ref &Its, const StackKey &Row) {
  At = Its = Row;
}
void StackCountTraits::put(Lane &, StackCount &At, Ref &Its,
                           const StackCount &Row) {
  At.Node = Row.Node;
  At.Key = Row.Key;
  Its = {&At, nullptr};
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

template class StackRowTable<StackPlace, StackPlaceTraits>;
template class StackRowTable<StackNode, StackNodeTraits>;
template class StackRowTable<StackKey, StackKeyTraits>;

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

StackCountRef *StackTable::findCount(uint32_t Node, const StackKey &Key) {
  uint32_t Last = Nodes.at(Node).Count;
  if (!Last)
    return nullptr;
  if (StackCountRef &Row = Counts.at(Last); hasKey(*Row.Count, Key))
    return &Row;
  uint32_t KeyNumber = Keys.find(Key);
  uint32_t Number = KeyNumber ? Counts.find({Node, KeyNumber, 0}) : 0;
  return Number ? &Counts.at(Number) : nullptr;
}

StackCountRef *StackTable::findOrInsertCount(Lane &L, uint32_t Space,
                                             uint32_t Node, uint32_t Key) {
  uint32_t Number = Key ? Counts.findOrInsert(L, Space, {Node, Key, 0}) : 0;
  if (!Number)
    return nullptr;
  Nodes.at(Node).Count = Number;
  return &Counts.at(Number);
}

} // namespace anomalloc::runtime
