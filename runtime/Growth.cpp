//===- Growth.cpp - blocks that take the place of smaller ones ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Growth.h"
#include "Lane.h"
#include "Process.h"

using namespace anomalloc::format;

namespace anomalloc {

/// Buckets are kept for the row of all stacks.
static LifetimeRows::Row &wholeOf(LifetimeRows::Row &R) {
  return R.Whole ? *R.Whole : R;
}

/// The counter of a block with one step more than \p Before, among those from
/// \p First on.
static uint32_t counterOf(uint32_t First, uint32_t Before) {
  return First +
         (Before == LiveBlock::MaxSteps ? GrowthCounters::More : Before + 1);
}

static uint32_t oneMore(uint32_t Steps) {
  return Steps == LiveBlock::MaxSteps ? Steps : Steps + 1;
}

static bool isOfSameSite(const LifetimeEntry &A, const LifetimeEntry &B) {
  return A.Unit == B.Unit && A.Slot == B.Slot && A.Pc == B.Pc;
}

void Growth::noteResize(Lane &L, LifetimeRows &Rows, LifetimeRows::Row &R,
                        const LiveBlock &Old, const Resize &Its) {
  ++Deaths;
  uint64_t Size = R.Entry->Size;
  if (!Its.To)
    return; // Of no bytes: a free.
  if (Its.Size < Size) {
    Rows.addToBucket(L, R, GrowthCounters::Shrunk);
    Rows.addToBucket(L, R, GrowthCounters::ShrunkBytes, Size - Its.Size);
  }
  Resized = Its.To;
  StepsBefore = Old.steps();
  Grew = Its.Size > Size;
  MovedBytes = Grew && Its.From != Its.To ? Size : 0;
}

uint32_t Growth::stepsOfResized(Lane &L, LifetimeRows &Rows,
                                LifetimeRows::Row &R, const void *Block) {
  bool ThisOne = Resized == Block;
  Resized = nullptr;
  if (!ThisOne)
    return 0;
  if (!Grew)
    return StepsBefore;
  LifetimeRows::Row &Whole = wholeOf(R);
  Rows.addToBucket(L, Whole,
                   counterOf(GrowthCounters::Reallocated, StepsBefore));
  if (MovedBytes)
    Rows.addToBucket(L, Whole, GrowthCounters::MovedBytes, MovedBytes);
  return oneMore(StepsBefore);
}

void Growth::link(Lane &L, LifetimeRows &Rows, const LifetimeRows::Row &R,
                  const LiveBlock &Old, uint32_t Thread) {
  Candidate &C = Candidates[placeOf(uint32_t(R.Entry->Size))];
  uint32_t Made = Births - C.Births, Freed = Deaths - C.Deaths;
  // At most: copies of the elements and one more, and the ends of the elements.
  if (!C.Number || Made < Freed || Made > 2 * Freed)
    return;
  bool Adjacent = !Made;
  LiveBlock &New = L.Owner->Lifetimes.Live.block(C.Number);
  // Another thread may be freeing it, or have made another block of its number.
  uint64_t Clock = __atomic_load_n(&New.Clock, __ATOMIC_RELAXED);
  uint32_t Row =
      __atomic_load_n(&New.Row, __ATOMIC_ACQUIRE) % (1u << LiveBlock::RowBits);
  uint32_t Unlinked = Thread;
  if (__atomic_load_n(&New.ThreadAndSteps, __ATOMIC_RELAXED) != Unlinked)
    return;
  // Clocks of different threads do not tell which came first.
  if (Old.thread() == Thread && Clock <= Old.Clock)
    return;
  LifetimeRows::Row *Its = Rows.at(L, Row);
  if (!Its || (Its->Entry->Size + 1) / 2 != R.Entry->Size)
    return;
  // A string has no elements with blocks of their own.
  bool Even = Its->Entry->Size % 2 == 0;
  if (!Adjacent && !(Even && isOfSameSite(*Its->Entry, *R.Entry)))
    return;
  uint32_t Linked = Thread | oneMore(Old.steps()) << LiveBlock::ThreadBits;
  if (!__atomic_compare_exchange_n(&New.ThreadAndSteps, &Unlinked, Linked,
                                   false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return;
  C.Number = 0;
  Rows.addToBucket(L, wholeOf(*Its),
                   counterOf(GrowthCounters::Doubled, Old.steps()));
}

} // namespace anomalloc
