//===- LiveTable.cpp - the blocks that are in use now ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveTable.h"
#include "AddressSpace.h"

namespace anomalloc {

/// Memory that a forked child finds zeroed, or null.
static void *wipedMemory(size_t Size) {
  bool Wiped;
  return takePrivate(Size, true, Wiped);
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

/// The place in its window where a block at \p A begins.
static uint32_t stepIn(unsigned StepBits, uint64_t Steps) {
  return uint32_t(Steps) & ((1u << StepBits) - 1);
}

LiveTable::Entry LiveTable::findLarger(uint64_t A) const {
  if (!canBegin(A))
    return {};
  for (auto [Root, Log] : Larger) {
    uint32_t *Place = placeIn(Roots[Root], Log, A);
    uint32_t Value = Place ? __atomic_load_n(Place, __ATOMIC_RELAXED) : 0;
    unsigned StepBits = Log - LogStep;
    if (Value && stepIn(StepBits, Value) == stepIn(StepBits, A >> LogStep))
      return {Place, Value, Value >> StepBits};
  }
  return {};
}

/// Where an entry of the map would stand. Null when there is no memory.
uint32_t *LiveTable::makePlace(Map M, uint64_t A) {
  constexpr size_t RootSize = sizeof(uint32_t *) << (AddressBits - LeafBits);
  size_t LeafSize = sizeof(uint32_t) << (LeafBits - M.Log);
  uint32_t **Root = publish(Roots[M.Root], RootSize);
  if (!Root || !publish(Root[A >> LeafBits], LeafSize))
    return nullptr;
  return placeIn(Roots[M.Root], M.Log, A);
}

/// False also if another block begins in the window (whoever asked for so many
/// bytes got less), or the number has no room beside the step.
bool LiveTable::enterIn(Map M, uint64_t A, uint32_t Number) {
  uint32_t *Place = makePlace(M, A);
  if (!Place)
    return false;
  unsigned StepBits = M.Log - LogStep;
  uint32_t Step = stepIn(StepBits, A >> LogStep);
  uint32_t Old = __atomic_load_n(Place, __ATOMIC_RELAXED);
  if ((Old && stepIn(StepBits, Old) != Step) || Number >> (32 - StepBits))
    return false;
  __atomic_store_n(Place, Number << StepBits | Step, __ATOMIC_RELAXED);
  return true;
}

bool LiveTable::enterElse(uint64_t A, uint64_t Size, uint32_t Number) {
  if (!canBegin(A))
    return false;
  // Those of blocks whose ends nobody saw.
  for (Entry Old = find(reinterpret_cast<void *>(A)); Old.Place;
       Old = find(reinterpret_cast<void *>(A)))
    Old.takeOut();
  for (unsigned I = sizeof(Larger) / sizeof(Map); I-- != 0;)
    if (Size >> Larger[I].Log && enterIn(Larger[I], A, Number))
      return true;
  uint32_t *Place = makePlace({SmallRoot + (A >> LogStep) % 2, LogSmall}, A);
  if (Place)
    __atomic_store_n(Place, Number, __ATOMIC_RELAXED);
  return Place;
}

bool LiveTable::addChunk() {
  uint32_t Chunk = EndNumber / ChunkSize;
  if (Chunk == MaxChunks)
    return false;
  // What a refused attempt left behind is used.
  if (!Chunks[Chunk])
    Chunks[Chunk] =
        static_cast<LiveBlock *>(wipedMemory(ChunkSize * sizeof(LiveBlock)));
  if (Timed && !Times[Chunk])
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
