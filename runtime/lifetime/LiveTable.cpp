//===- LiveTable.cpp - the blocks that are in use now ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lifetime/LiveTable.h"
#include "process/AddressSpace.h"

namespace anomalloc::runtime {

LiveTable::Entry LiveTable::findElse(uint64_t A) const {
  if (!canBegin(A))
    return {};
  // Of glibc's chunks, the map that fits is asked first, then those with
  // smaller windows: the block may have got more than it asked for.
  constexpr size_t NumLarger = sizeof(Larger) / sizeof(Map);
  size_t Fits = 0;
  if (IsGlibc && A) {
    const uint64_t Chunk = reinterpret_cast<const uint64_t *>(A)[-1];
    while (Fits != NumLarger && Chunk >> Larger[Fits].Log)
      ++Fits;
    for (size_t I = Fits; I-- != 0;)
      if (Entry E = entryIn(Larger[I], A); E.Place)
        return E;
    if (Entry E = entryIn({SmallRoot, LogSmall}, A); E.Place)
      return E;
  }
  for (size_t I = Fits; I != NumLarger; ++I)
    if (Entry E = entryIn(Larger[I], A); E.Place)
      return E;
  return {};
}

void LiveTable::begin(unsigned Spacing) {
  IsGlibc = Spacing == 32;
  LogSmall = IsGlibc ? LogOfGlibc : LogStep;
  Header = IsGlibc ? HeaderOfGlibc : 0;
  Granule = IsGlibc ? GranuleOfGlibc : 1;
  takeOnce(Roots[SmallRoot], RootSize);
}

/// Where an entry of the map would stand. Null when there is no memory.
uint64_t *LiveTable::makePlace(Map M, uint64_t A) {
  size_t LeafSize = sizeof(uint64_t) << (LeafBits - M.Log);
  uint64_t **Root = takeOnce(Roots[M.Root], RootSize);
  if (!Root || !takeOnce(Root[A >> LeafBits], LeafSize))
    return nullptr;
  return placeIn(M, A);
}

/// Those of blocks at \p A whose ends nobody saw. The small map is not read for
/// a large block of glibc's: it comes last when one is looked for, and a small
/// block that begins there overwrites what is left.
void LiveTable::takeOutOld(uint64_t A) {
  auto TakeOut = [&](Map M) {
    if (Entry Old = entryIn(M, A); Old.Place)
      Old.takeOut();
  };
  for (Map M : Larger)
    TakeOut(M);
  if (!IsGlibc || !isLargeOfGlibc(reinterpret_cast<void *>(A)))
    TakeOut({SmallRoot, LogSmall});
}

LiveTable::Entry LiveTable::placeElse(uint64_t A, uint64_t Size) {
  if (!canBegin(A))
    return {};
  takeOutOld(A);
  const uint64_t Chunk = (Size + Header + Granule - 1) & -Granule;
  for (unsigned I = sizeof(Larger) / sizeof(Map); I-- != 0;) {
    Map M = Larger[I];
    if (!(Chunk >> M.Log))
      continue;
    uint64_t *Place = makePlace(M, A);
    // Whoever asked for so many bytes may have got less: then another block may
    // begin in the window.
    if (Place && !__atomic_load_n(Place, __ATOMIC_RELAXED))
      return emptyAt(Place, M, A);
  }
  Map Small = {SmallRoot, LogSmall};
  uint64_t *Place = makePlace(Small, A);
  return Place ? emptyAt(Place, Small, A) : Entry();
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
