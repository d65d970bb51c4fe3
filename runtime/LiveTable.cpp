//===- LiveTable.cpp - the blocks that are in use now ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveTable.h"

namespace anomalloc {

/// Memory that a forked child finds zeroed, or null.
static void *wipedMemory(size_t Size) {
  bool Wiped;
  return sys::mapPrivate(Size, true, Wiped);
}

/// Puts new memory where none was; whoever comes first wins, and the memory of
/// the others stays untouched, so it never becomes resident.
template <typename T> static T *publish(T *&Place, size_t Size) {
  T *Known = __atomic_load_n(&Place, __ATOMIC_ACQUIRE);
  if (Known)
    return Known;
  T *New = static_cast<T *>(wipedMemory(Size));
  if (!New)
    return nullptr;
  if (__atomic_compare_exchange_n(&Place, &Known, New, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return New;
  return Known;
}

uint32_t *LiveTable::make(const void *Address) {
  uint64_t A = reinterpret_cast<uint64_t>(Address);
  if (A >> AddressBits || A % 8)
    return nullptr;
  constexpr size_t RootSize = sizeof(uint32_t *) << (AddressBits - LeafBits);
  constexpr size_t LeafSize = (size_t(1) << LeafBits) / 16 * sizeof(uint32_t);
  uint32_t **Root = publish(Roots[A / 8 % 2], RootSize);
  if (!Root || !publish(Root[A >> LeafBits], LeafSize))
    return nullptr;
  return find(Address);
}

bool LiveTable::addChunk() {
  uint32_t Chunk = EndNumber / ChunkSize;
  if (Chunk == MaxChunks)
    return false;
  Chunks[Chunk] =
      static_cast<LiveBlock *>(wipedMemory(ChunkSize * sizeof(LiveBlock)));
  if (Timed)
    Times[Chunk] =
        static_cast<uint64_t *>(wipedMemory(ChunkSize * sizeof(uint64_t)));
  if (!Chunks[Chunk] || (Timed && !Times[Chunk]))
    return false;
  NextNumber = EndNumber + !EndNumber; // 0 is none.
  EndNumber += ChunkSize;
  return true;
}

uint32_t LiveTable::takeNew(LiveBlockPool &Pool) {
  if (Pool.Next == Pool.End) {
    sys::SignalGuard Guard;
    sys::LockGuard Lock(PoolLock, Guard);
    if (SharedHead) {
      // The lists were given back as batches; most of one is taken.
      for (uint32_t I = 0; I != Batch && SharedHead; ++I) {
        uint32_t Number = SharedHead;
        SharedHead = block(Number).Row;
        block(Number).Row = Pool.Head;
        Pool.Head = Number;
        ++Pool.Count;
      }
    } else {
      if (NextNumber == EndNumber && !addChunk())
        return 0;
      Pool.Next = NextNumber;
      uint32_t Left = EndNumber - NextNumber;
      NextNumber += Left < Batch ? Left : Batch;
      Pool.End = NextNumber;
    }
  }
  if (Pool.Next != Pool.End)
    return Pool.Next++;
  return take(Pool);
}

void LiveTable::giveBatch(LiveBlockPool &Pool) {
  sys::SignalGuard Guard;
  sys::LockGuard Lock(PoolLock, Guard);
  for (uint32_t I = 0; I != Batch; ++I) {
    uint32_t Number = Pool.Head;
    Pool.Head = block(Number).Row;
    --Pool.Count;
    block(Number).Row = SharedHead;
    SharedHead = Number;
  }
}

} // namespace anomalloc
