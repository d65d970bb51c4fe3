//===- LiveBlocks.cpp - the blocks of devices that live -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "devices/LiveBlocks.h"
#define ANOMALLOC_DEVICE_ABI __attribute__((weak))
#include "anomalloc/DeviceAbi.h"
#include <pthread.h>
#include <sys/mman.h>

using anomalloc::format::SpaceSums;

namespace anomalloc::runtime::devices {
namespace {

pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;

/// A row of a hash table that is searched from the key's place on.
struct Block {
  uint64_t Key; ///< 0: empty.
  uint64_t Size;
  MemorySpace Space;
};

/// Blocks by key.
class BlockTable {
public:
  /// False if there is no memory.
  bool insert(const Block &New) {
    if ((Used + 1) * 2 > Capacity && !grow())
      return false;
    put(New);
    return true;
  }

  /// Takes the block out. False if it is not known.
  bool remove(uint64_t Key, Block &Its) {
    if (!Capacity)
      return false;
    size_t I = find(Key);
    if (!Rows[I].Key)
      return false;
    Its = Rows[I];
    Rows[I].Key = 0;
    --Used;
    // What was put behind a taken place must still be found.
    for (I = next(I); Rows[I].Key; I = next(I)) {
      const Block Moved = Rows[I];
      Rows[I].Key = 0;
      --Used;
      put(Moved);
    }
    return true;
  }

  void clear() {
    for (size_t I = 0; I != Capacity; ++I)
      Rows[I].Key = 0;
    Used = 0;
  }

private:
  size_t next(size_t I) const { return (I + 1) & (Capacity - 1); }
  size_t find(uint64_t Key) const {
    size_t I = (Key * 0x9e3779b97f4a7c15u >> 20) & (Capacity - 1);
    while (Rows[I].Key && Rows[I].Key != Key)
      I = next(I);
    return I;
  }
  void put(const Block &New) {
    Block &Place = Rows[find(New.Key)];
    Used += !Place.Key;
    Place = New;
  }

  bool grow() {
    const size_t OldCapacity = Capacity, More = Capacity ? 2 * Capacity : 1024;
    void *Memory = mmap(nullptr, More * sizeof(Block), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Memory == MAP_FAILED)
      return false;
    Block *Old = Rows;
    Rows = static_cast<Block *>(Memory);
    Capacity = More;
    Used = 0;
    for (size_t I = 0; I != OldCapacity; ++I)
      if (Old[I].Key)
        put(Old[I]);
    if (Old)
      munmap(Old, OldCapacity * sizeof(Block));
    return true;
  }

  Block *Rows = nullptr;
  size_t Capacity = 0; ///< A power of two, or 0.
  size_t Used = 0;
};

BlockTable Live;
SpaceSums *Sums; ///< Those that the blocks of Live are in.

/// Addresses of user space leave the highest bit free.
uint64_t keyOf(uint64_t Address, bool OfPool) {
  return Address | uint64_t(OfPool) << 63;
}

SpaceSums *currentSums() {
  SpaceSums *Its =
      __anomalloc_device_sums ? __anomalloc_device_sums() : nullptr;
  if (Its != Sums)
    Live.clear(); // A forked child: the blocks are its parent's.
  return Sums = Its;
}

} // namespace

OneAtATime::OneAtATime() { pthread_mutex_lock(&Lock); }
OneAtATime::~OneAtATime() { pthread_mutex_unlock(&Lock); }

void noteMade(uint64_t Address, size_t Size, MemorySpace Space) {
  SpaceSums *Its = currentSums();
  if (!Its)
    return;
  SpaceSums &S = Its[size_t(Space)];
  ++S.Blocks;
  S.Bytes += Size;
  const uint64_t LiveBytes = S.Bytes - S.FreedBytes;
  if (LiveBytes > S.PeakBytes)
    S.PeakBytes = LiveBytes;
  if (Address)
    Live.insert(
        {keyOf(Address, Space == MemorySpace::LibraryPool), Size, Space});
}

void noteFreed(uint64_t Address, bool OfPool) {
  SpaceSums *Its = currentSums();
  Block B;
  if (!Its || !Address || !Live.remove(keyOf(Address, OfPool), B))
    return;
  ++Its[size_t(B.Space)].FreedBlocks;
  Its[size_t(B.Space)].FreedBytes += B.Size;
}

} // namespace anomalloc::runtime::devices
