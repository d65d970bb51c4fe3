//===- ProbeTimes.cpp - how long blocks take ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The questions of time that ProbeSizes answers:
/// \code
///   pair   malloc and free, one block in turn: nothing is quicker
///   fill   a value is made, filled and destroyed, as a constructor does
///   copy   a value is copied from another, read and destroyed
///   page   the first touch of a page that the kernel gives
///   kept   what a pool would save of a block that stays (ProbeKept.h);
///          kept-apart, among others; kept-gap, of those that it lies between
/// \endcode
/// In fill and copy as many blocks as fill a second cache are there at once,
/// and they are freed in another order than made. So the allocator's lists and
/// the blocks come from beyond the nearest cache. Values are made out of line,
/// as those of programs are: the size is not known to the code that fills them.
/// "-mixed": the sizes vary without a pattern, twice the size at most, so
/// that no branch by size is foreseen. Pages were touched before; what the
/// kernel takes is asked for apart.
///
//===----------------------------------------------------------------------===//

#include "allocators/ProbeTimes.h"
#include "allocators/ProbeKept.h"
#include "allocators/ProbeRounds.h"
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

namespace anomalloc {
namespace {

uint64_t now() { return timeOn(CLOCK_MONOTONIC); }

unsigned pairsFor(uint64_t Size) { return Size <= 65536 ? 256 : 16; }

uint64_t timePairs(uint64_t Size, unsigned Pairs) {
  uint64_t Start = now();
  for (unsigned I = 0; I != Pairs; ++I) {
    void *Block = malloc(Size);
    // The compiler must not know that nobody uses it.
    __asm__ volatile("" : "+r"(Block) : : "memory");
    if (!Block)
      return 0;
    free(Block);
  }
  return now() - Start;
}

/// A mebibyte of blocks, which is more than a first cache holds and less than a
/// last one. A power of two.
constexpr unsigned MostBlocks = 16384;
unsigned blocksFor(uint64_t Size) {
  constexpr uint64_t Together = 1 << 20;
  unsigned Blocks = 4;
  while (Blocks != MostBlocks && (Size + 16) * Blocks < Together)
    Blocks *= 2;
  return Blocks;
}

struct Value {
  unsigned char *Data;
  uint64_t Size;
};
using Values = Value[MostBlocks];

__attribute__((noinline)) bool make(Value &V, uint64_t Size, int With) {
  V = {static_cast<unsigned char *>(malloc(Size)), Size};
  if (V.Data)
    memset(V.Data, With, Size);
  return V.Data;
}
__attribute__((noinline)) bool copy(Value &V, const Value &From) {
  V = {static_cast<unsigned char *>(malloc(From.Size)), From.Size};
  if (V.Data)
    memcpy(V.Data, From.Data, From.Size);
  return V.Data;
}
__attribute__((noinline)) unsigned read(const Value &V) {
  unsigned Sum = 0;
  for (uint64_t I = 0; I < V.Size; I += 64)
    Sum += V.Data[I];
  return Sum;
}
__attribute__((noinline)) void destroy(Value &V) {
  if (V.Data)
    free(V.Data);
  V.Data = nullptr;
}

void destroyAll(Values &Some, unsigned Number) {
  for (unsigned I = 0, J = 0; I != Number; ++I, J = after(J, Number))
    destroy(Some[J]);
}

/// Sizes as they come: one, or mixed.
using SizeOf = uint64_t (*)(uint64_t Size, unsigned I);
uint64_t alike(uint64_t Size, unsigned) { return Size; }

template <SizeOf Sizes> bool makeAll(Values &Some, uint64_t Size, unsigned N) {
  bool Done = true;
  for (unsigned I = 0; I != N; ++I)
    Done &= make(Some[I], Sizes(Size, I), int(I));
  return Done;
}

template <SizeOf Sizes> uint64_t timeFill(uint64_t Size, unsigned Number) {
  static Values Made;
  uint64_t Start = now();
  bool Done = makeAll<Sizes>(Made, Size, Number);
  destroyAll(Made, Number);
  return Done ? now() - Start : 0;
}

unsigned copiesFor(uint64_t Size) { return blocksFor(2 * Size + 16); }

template <SizeOf Sizes> uint64_t timeCopy(uint64_t Size, unsigned Number) {
  static Values From, Made;
  bool Done = makeAll<Sizes>(From, Size, Number);
  uint64_t Start = now();
  for (unsigned I = 0, J = 0; Done && I != Number; ++I, J = after(J, Number))
    Done &= copy(Made[J], From[J]);
  unsigned Sum = 0;
  for (unsigned I = 0, J = 0; Done && I != Number; ++I, J = after(J, Number))
    Sum += read(Made[J]);
  __asm__ volatile("" : : "r"(Sum) : "memory");
  destroyAll(Made, Number);
  uint64_t Time = now() - Start;
  destroyAll(From, Number);
  return Done ? Time : 0;
}

unsigned pagesFor(uint64_t) { return 256; }

uint64_t timePages(uint64_t Size, unsigned Number) {
  uint64_t Start = now();
  size_t Bytes = Size * Number;
  void *Pages = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Pages == MAP_FAILED)
    return 0;
  madvise(Pages, Bytes, MADV_NOHUGEPAGE);
  for (size_t I = 0; I < Bytes; I += Size)
    static_cast<volatile char *>(Pages)[I] = 1;
  munmap(Pages, Bytes);
  return now() - Start;
}

constexpr TimeQuestion Questions[] = {
    {"pair", pairsFor, timePairs, 63, true},
    {"fill", blocksFor, timeFill<alike>, 7, false},
    {"fill-mixed", blocksFor, timeFill<mixed>, 7, false},
    {"copy", copiesFor, timeCopy<alike>, 7, false},
    {"copy-mixed", copiesFor, timeCopy<mixed>, 7, false},
    {"page", pagesFor, timePages, 7, false},
    {"kept", keptBlocksFor, timeKeptTogether, 2, true},
    {"kept-apart", keptBlocksFor, timeKeptApart, 2, false},
    {"kept-gap", gapsFor, timeGaps, 2, false},
};

/// So that two runs, as a rule, say the same.
uint64_t rounded(uint64_t Nanoseconds, bool Down) {
  uint64_t Step = 1;
  for (uint64_t Limit = 100; Nanoseconds >= Limit; Limit *= 10)
    Step = Limit / 10;
  return (Down ? Nanoseconds : Nanoseconds + Step - 1) / Step * Step;
}

} // namespace

const TimeQuestion *findTimeQuestion(const char *Name) {
  for (const TimeQuestion &Q : Questions)
    if (Name && !strcmp(Q.Name, Name)) {
      // glibc: keep what was freed.
      mallopt(M_MMAP_MAX, 0);
      mallopt(M_TRIM_THRESHOLD, INT32_MAX);
      return &Q;
    }
  return nullptr;
}

void printTime(const TimeQuestion &Q, uint64_t Size) {
  unsigned Blocks = Q.Blocks(Size);
  if (!Blocks)
    return;
  uint64_t Best = UINT64_MAX;
  for (unsigned I = 0; I != Q.Rounds; ++I) {
    uint64_t Time = Q.Round(Size, Blocks);
    if (!Time)
      return;
    Best = Time < Best ? Time : Best;
  }
  uint64_t Each = Q.IsLeast ? Best / Blocks : (Best + Blocks - 1) / Blocks;
  printf("%" PRIu64 " %" PRIu64 "\n", Size, rounded(Each, Q.IsLeast));
}

} // namespace anomalloc
