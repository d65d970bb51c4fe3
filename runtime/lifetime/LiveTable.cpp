//===- LiveTable.cpp - the blocks that are in use now ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lifetime/LiveTable.h"
#include "process/AddressSpace.h"

namespace anomalloc::runtime {

void LiveTable::begin(unsigned Spacing) {
  IsGlibc = Spacing == 32;
  takeOnce(Root, RootSize);
}

/// Null if no block can begin at \p A, or there is no memory.
uint64_t *LiveTable::makeLeaf(uint64_t A) {
  if (uint64_t *Leaf = leafOf(A))
    return Leaf;
  if (!Root || !canBegin(A))
    return nullptr;
  const unsigned Log = IsGlibc ? LogOfGlibc : LogStep;
  return takeOnce(Root[A >> LeafBits],
                  sizeof(uint64_t) * (BeginOfSmall + (1u << (LeafBits - Log))));
}

LiveTable::Entry LiveTable::findElse(uint64_t *Leaf, uint64_t A) const {
  const Map Small = IsGlibc ? SmallOfGlibc : SmallOfOthers;
  if (Entry E = entryIn(Small, Leaf, A); E.Place)
    return E;
  for (Map M : Larger)
    if (Entry E = entryIn(M, Leaf, A); E.Place)
      return E;
  return {};
}

LiveTable::Entry LiveTable::placeOfOthers(uint64_t *Leaf, uint64_t A,
                                          uint64_t Size) {
  // Those of blocks at A whose ends nobody saw.
  for (Entry Old; (Old = findElse(Leaf, A)).Place;)
    Old.takeOut();
  for (unsigned I = sizeof(Larger) / sizeof(Map); I-- != 0;) {
    // Whoever asked for so many bytes may have got less: then another block may
    // begin in the window.
    if (Entry E = emptyIn(Larger[I], Leaf, A);
        Size >> Larger[I].Log && !__atomic_load_n(E.Place, __ATOMIC_RELAXED))
      return E;
  }
  return emptyIn(SmallOfOthers, Leaf, A);
}

bool LiveTable::addChunk() {
  uint32_t Chunk = EndNumber / ChunkSize;
  if (Chunk == MaxChunks)
    return false;
  // What a refused attempt left behind is used.
  if (!takeOnce(Chunks[Chunk], ChunkSize * sizeof(LiveBlock)))
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
        SharedHead = block(Number).next();
        block(Number).Clock = Pool.Head;
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
    Pool.Head = block(Number).next();
    --Pool.Count;
    block(Number).Clock = SharedHead;
    SharedHead = Number;
  }
}

} // namespace anomalloc::runtime
