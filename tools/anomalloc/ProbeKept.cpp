//===- ProbeKept.cpp - what blocks that stay take -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProbeKept.h"
#include "ProbeRounds.h"
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

uint64_t timeInOnePiece(uint64_t Size, unsigned Number) {
  static unsigned char *Piece = nullptr;
  if (!Piece && !(Piece = memoryOf(MostBytes)))
    return 0;
  Node *Last = nullptr;
  for (unsigned I = 0; I != Number; ++I)
    Last = makeNode(Piece + I * Size, Size, Last);
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

uint64_t timeKept(uint64_t Size, unsigned Number, bool Apart) {
  static Blocks Made, Others;
  Node *Last = nullptr;
  bool Done = true;
  for (unsigned I = 0; I != Number; ++I) {
    Made[I] = malloc(Size);
    Others[I] = Apart ? malloc(mixed(Size, I)) : nullptr;
    Done &= Made[I] && (Others[I] || !Apart);
    if (Done)
      Last = makeNode(Made[I], Size, Last);
  }
  uint64_t Followed = 0;
  Done = Done && emptyCaches();
  if (Done)
    Followed = timeToFollow(static_cast<Node *>(Made[0]));
  Done = Done && emptyCaches();
  uint64_t Freed = timeToFree(Made, Apart ? Number / 2 : Number, Number);
  for (unsigned I = 0; I != Number; ++I)
    free(Others[I]);
  uint64_t InOnePiece = timeInOnePiece(Size, Number);
  if (!Done || !InOnePiece)
    return 0;
  return Freed + (Followed > InOnePiece ? Followed - InOnePiece : 0);
}

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
  return timeKept(Size, Number, /*Apart=*/false);
}

uint64_t timeKeptApart(uint64_t Size, unsigned Number) {
  return timeKept(Size, Number, /*Apart=*/true);
}

} // namespace anomalloc
