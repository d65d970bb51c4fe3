//===- ProbeKept.cpp - what blocks that stay take -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "allocators/ProbeKept.h"
#include "allocators/ProbeRounds.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

namespace anomalloc {
namespace {

/// The first bytes of a block that stays.
struct Node {
  Node *Next;
};

constexpr uint64_t LargestNode = 1024;
/// Blocks of one round: a power of two, and their bytes at most.
constexpr unsigned MostNodes = 65536;
constexpr uint64_t MostBytes = 32 << 20;

/// Other programs that run meanwhile are not counted.
uint64_t cpuTime() { return timeOn(CLOCK_THREAD_CPUTIME_ID); }

/// \p Bytes that were touched, and stay; null if they cannot be had.
unsigned char *memoryOf(size_t Bytes) {
  void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return nullptr;
  // As the heap's pages are.
  madvise(Memory, Bytes, MADV_NOHUGEPAGE);
  return static_cast<unsigned char *>(memset(Memory, 1, Bytes));
}

/// Reads twice what a large last cache holds, so that it has nothing else.
bool emptyCaches() {
  constexpr size_t Bytes = 64 << 20, Line = 64;
  static unsigned char *Memory = nullptr;
  if (!Memory)
    Memory = memoryOf(Bytes);
  for (size_t I = 0; Memory && I != Bytes; I += Line)
    ++static_cast<volatile unsigned char *>(Memory)[I];
  return Memory;
}

/// As a program does that fills what it made.
Node *makeNode(void *Memory, uint64_t Size, Node *Last) {
  auto *New = static_cast<Node *>(Memory);
  memset(Memory, 1, Size);
  New->Next = nullptr;
  if (Last)
    Last->Next = New;
  return New;
}

__attribute__((noinline)) uint64_t timeToFollow(const Node *First) {
  uint64_t Start = cpuTime();
  for (const Node *N = First; N; N = N->Next)
    __asm__ volatile("" : : "r"(N) : "memory");
  return cpuTime() - Start;
}

/// How the blocks of a round lie.
struct Nodes {
  unsigned Number;
  uint64_t Size;
  bool Mixed;           ///< Size is a mean.
  unsigned OthersEvery; ///< So many nodes, one of somebody else's; 0: none.
  uint64_t OthersSize;

  uint64_t sizeOf(unsigned I) const {
    uint64_t Its = Mixed ? mixed(Size, I) : Size;
    return Its < sizeof(Node) ? sizeof(Node) : Its;
  }
  bool hasOtherBehind(unsigned I) const {
    return OthersEvery && (I + 1) % OthersEvery == 0;
  }
};

uint64_t timeInOnePiece(const Nodes &N) {
  static unsigned char *Piece = nullptr;
  constexpr uint64_t Alignment = 16;
  if (!Piece && !(Piece = memoryOf(MostBytes)))
    return 0;
  Node *Last = nullptr;
  unsigned char *To = Piece;
  for (unsigned I = 0; I != N.Number; ++I) {
    uint64_t Size = (N.sizeOf(I) + Alignment - 1) / Alignment * Alignment;
    if (Size > uint64_t(Piece + MostBytes - To))
      return 0;
    Last = makeNode(To, N.sizeOf(I), Last);
    To += Size;
  }
  if (!emptyCaches())
    return 0;
  return timeToFollow(reinterpret_cast<Node *>(Piece));
}

using Blocks = void *[MostNodes];

__attribute__((noinline)) uint64_t timeToFree(const Blocks &Made,
                                              unsigned InOrder,
                                              unsigned Number) {
  uint64_t Start = cpuTime();
  for (unsigned I = 0; I != InOrder; ++I)
    free(Made[I]);
  for (unsigned I = 0, J = 0; I != Number; ++I, J = after(J, Number))
    if (J >= InOrder)
      free(Made[J]);
  return cpuTime() - Start;
}

Blocks Made, Others;

bool makeNodes(const Nodes &N) {
  Node *Last = nullptr;
  bool Done = true;
  for (unsigned I = 0; I != N.Number; ++I) {
    bool HasOther = N.hasOtherBehind(I);
    Made[I] = malloc(N.sizeOf(I));
    Others[I] = HasOther ? malloc(mixed(N.OthersSize, I)) : nullptr;
    Done &= Made[I] && (Others[I] || !HasOther);
    if (Done)
      Last = makeNode(Made[I], N.sizeOf(I), Last);
  }
  return Done && emptyCaches();
}

uint64_t moreThan(uint64_t Some, uint64_t More) {
  return More > Some ? More - Some : 0;
}

/// What a pool saves of them.
uint64_t timeKept(const Nodes &N) {
  bool Done = makeNodes(N);
  uint64_t Followed = Done ? timeToFollow(static_cast<Node *>(Made[0])) : 0;
  Done = Done && emptyCaches();
  unsigned InOrder = N.OthersEvery ? N.Number / 2 : N.Number;
  uint64_t Freed = timeToFree(Made, InOrder, N.Number);
  for (unsigned I = 0; I != N.Number; ++I)
    free(Others[I]);
  uint64_t InOnePiece = Done ? timeInOnePiece(N) : 0;
  return InOnePiece ? moreThan(InOnePiece, Followed) + Freed : 0;
}

/// They are left there: in a heap that was used, they would not lie in order.
uint64_t timeOnce(const Nodes &N) {
  return makeNodes(N) ? timeToFollow(static_cast<Node *>(Made[0])) : 0;
}

/// Two pages of small nodes.
constexpr unsigned NodesInRow = 64;

} // namespace

unsigned keptBlocksFor(uint64_t Size) {
  if (Size < sizeof(Node) || Size > LargestNode)
    return 0;
  unsigned Blocks = MostNodes;
  while (Blocks * Size > MostBytes)
    Blocks /= 2;
  return Blocks;
}

uint64_t timeKeptTogether(uint64_t Size, unsigned Number) {
  return timeKept({Number, Size, /*Mixed=*/false, 0, 0});
}

uint64_t timeKeptApart(uint64_t Size, unsigned Number) {
  return timeKept({Number, Size, /*Mixed=*/false, 1, Size});
}

unsigned gapsFor(uint64_t Size) {
  return 2 * Size > LargestNode ? 0 : 16384 / NodesInRow;
}

uint64_t timeGaps(uint64_t Size, unsigned Number) {
  Nodes N = {Number * NodesInRow, Size, /*Mixed=*/true, 0, 0};
  uint64_t Without = timeOnce(N);
  N.OthersEvery = NodesInRow;
  N.OthersSize = 4 * Size;
  uint64_t With = timeOnce(N);
  return Without && With ? moreThan(Without, With) + 1 : 0;
}

} // namespace anomalloc
