//===- Served.h - pools and arenas ------------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pools and arenas as in textbooks. A program could use them in place of its
/// allocator:
///   * A pool keeps a list of free slots of one size for each thread. It cuts
///     the slots from slabs, and gives no slab back. If threads free blocks of
///     each other, a slab names its owner. A freed block goes to a list that
///     the owner takes as a whole.
///   * An arena puts one block behind the other. A free does nothing. At the
///     end of the section, the arena keeps its first chunk and frees the
///     others.
/// Slabs and chunks are blocks of the allocator.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_REPLAYER_SERVED_H
#define ANOMALLOC_REPLAY_REPLAYER_SERVED_H

#include "Replayer/Worker.h"
#include <stdlib.h>

namespace anomalloc {
namespace replay {

constexpr uint64_t SlabSize = 64 << 10;
/// How many slabs a shared pool asks for together. It asks for several, because
/// each slab must begin at a multiple of SlabSize.
constexpr uint64_t SlabsAtOnce = 16;
/// The size of an arena's first chunk. Each further chunk has at least twice
/// the size of the chunk before.
constexpr uint64_t FirstChunk = 64 << 10;

inline void *blockOfAllocator(SharedState &S, uint64_t Size) {
  void *Block = malloc(Size);
  if (!Block)
    giveUp(S, FailureKind::NoMemory, Size);
  return Block;
}

inline void *&linkOf(void *Slot) { return *static_cast<void **>(Slot); }

/// Stands at the begin of each slab of a shared pool.
struct SlabHeader {
  PoolPart *Owner;
  uint64_t Unused;
};

inline SlabHeader *slabOf(void *Slot) {
  return reinterpret_cast<SlabHeader *>(reinterpret_cast<uintptr_t>(Slot) &
                                        ~(SlabSize - 1));
}

__attribute__((noinline)) inline void addSlab(SharedState &S, const Pool &Its,
                                              PoolPart &Part) {
  if (!Its.IsShared) {
    Part.Next = static_cast<char *>(blockOfAllocator(S, SlabSize));
    Part.End = Part.Next + SlabSize;
    return;
  }
  if (Part.Slab == Part.Last) {
    const uint64_t Bytes = SlabsAtOnce * SlabSize;
    auto Begin =
        reinterpret_cast<uintptr_t>(blockOfAllocator(S, Bytes + SlabSize));
    Part.Slab = reinterpret_cast<char *>((Begin + SlabSize - 1) &
                                         ~uintptr_t(SlabSize - 1));
    Part.Last = Part.Slab + Bytes;
  }
  reinterpret_cast<SlabHeader *>(Part.Slab)->Owner = &Part;
  Part.Next = Part.Slab + sizeof(SlabHeader);
  Part.End = Part.Slab += SlabSize;
}

inline void *takeSlot(SharedState &S, const Pool &Its, PoolPart &Part) {
  void *Slot = Part.Free;
  if (!Slot && Its.IsShared && Part.Returned.load(std::memory_order_relaxed))
    Slot = Part.Returned.exchange(nullptr, std::memory_order_acquire);
  if (Slot) {
    Part.Free = linkOf(Slot);
    return Slot;
  }
  if (uint64_t(Part.End - Part.Next) < Its.SlotSize)
    addSlab(S, Its, Part);
  Slot = Part.Next;
  Part.Next += Its.SlotSize;
  ++Part.Slots;
  return Slot;
}

/// Frees \p Slot. \p Mine is the pool part of the thread that frees.
inline void giveSlot(const Pool &Its, PoolPart &Mine, void *Slot) {
  PoolPart *Owner = Its.IsShared ? slabOf(Slot)->Owner : &Mine;
  if (Owner == &Mine) {
    linkOf(Slot) = Mine.Free;
    Mine.Free = Slot;
    return;
  }
  void *First = Owner->Returned.load(std::memory_order_relaxed);
  do
    linkOf(Slot) = First;
  while (!Owner->Returned.compare_exchange_weak(
      First, Slot, std::memory_order_release, std::memory_order_relaxed));
}

/// Stands at the begin of each chunk of an arena.
struct ChunkHeader {
  ChunkHeader *Before;
  uint64_t Size;
};

inline void enterChunk(Arena &A, ChunkHeader *Chunk) {
  A.Newest = Chunk;
  A.Next = reinterpret_cast<char *>(Chunk + 1);
  A.End = reinterpret_cast<char *>(Chunk) + Chunk->Size;
}

__attribute__((noinline)) inline void addChunk(SharedState &S, Arena &A,
                                               uint64_t Needed) {
  auto *Before = static_cast<ChunkHeader *>(A.Newest);
  uint64_t Size = Before ? 2 * Before->Size : FirstChunk;
  while (Size < Needed + sizeof(ChunkHeader))
    Size *= 2;
  auto *Chunk = static_cast<ChunkHeader *>(blockOfAllocator(S, Size));
  *Chunk = {Before, Size};
  enterChunk(A, Chunk);
}

inline void *takeFromArena(SharedState &S, Arena &A, uint64_t Size) {
  // A type's size is a multiple of its alignment.
  const uint64_t Align = Size % 16 ? 8 : 16;
  const uint64_t Taken = Size ? (Size + Align - 1) & ~(Align - 1) : 8;
  auto At = (reinterpret_cast<uintptr_t>(A.Next) + Align - 1) & ~(Align - 1);
  if (!A.Next || reinterpret_cast<uintptr_t>(A.End) < At ||
      reinterpret_cast<uintptr_t>(A.End) - At < Taken) {
    addChunk(S, A, Taken);
    At = reinterpret_cast<uintptr_t>(A.Next);
  }
  A.Next = reinterpret_cast<char *>(At + Taken);
  return reinterpret_cast<void *>(At);
}

inline void resetArena(Arena &A) {
  auto *Chunk = static_cast<ChunkHeader *>(A.Newest);
  ++A.Resets;
  if (!Chunk)
    return;
  while (ChunkHeader *Before = Chunk->Before) {
    free(Chunk);
    Chunk = Before;
  }
  enterChunk(A, Chunk);
}

/// The servers (SharedState.h) of one lane, in one copy.
class Servers {
public:
  Servers(SharedState &S, uint32_t Copy, uint32_t Lane)
      : S(S), Parts(S.parts(Copy, Lane)), Arenas(S.arenas(Copy)) {}

  void *take(uint32_t Server, uint64_t Size) {
    if (Server > S.Pools)
      return takeFromArena(S, Arenas[Server - 1 - S.Pools], Size);
    return takeSlot(S, S.PoolOf[Server - 1], Parts[Server - 1]);
  }
  void give(uint32_t Server, void *Block) {
    if (Server <= S.Pools)
      giveSlot(S.PoolOf[Server - 1], Parts[Server - 1], Block);
  }
  /// Ends the section of \p Server, which is an arena.
  void reset(uint32_t Server) { resetArena(Arenas[Server - 1 - S.Pools]); }

private:
  SharedState &S;
  PoolPart *const Parts;
  Arena *const Arenas;
};

} // namespace replay
} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_REPLAYER_SERVED_H
