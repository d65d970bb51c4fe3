//===- Growth.cpp - blocks that take the place of smaller ones ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lifetime/Growth.h"
#include "count/Lane.h"
#include "process/Process.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

/// Buckets are kept for the row of all stacks.
static LifetimeRow &wholeOf(LifetimeRow &R) { return R.Whole ? *R.Whole : R; }

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

void Growth::noteResize(Lane &L, LifetimeRows &Rows, LifetimeRow &R,
                        const Birth &Old, const Resize &Its) {
  ++Deaths;
  uint64_t Size = R.Entry->Size;
  if (!Its.To)
    return; // Of no bytes: a free.
  if (Its.Size < Size) {
    Rows.addToBucket(L, R, GrowthCounters::Shrunk);
    Rows.addToBucket(L, R, GrowthCounters::ShrunkBytes, Size - Its.Size);
  }
  Resized = Its.To;
  StepsBefore = Old.Steps;
  Grew = Its.Size > Size;
  MovedBytes = Grew && Its.From != Its.To ? Size : 0;
}

uint32_t Growth::stepsOfResized(Lane &L, LifetimeRows &Rows, LifetimeRow &R,
                                const void *Block) {
  ++Births;
  bool ThisOne = Resized == Block;
  Resized = nullptr;
  if (!ThisOne)
    return 0;
  if (!Grew)
    return StepsBefore;
  LifetimeRow &Whole = wholeOf(R);
  Rows.addToBucket(L, Whole,
                   counterOf(GrowthCounters::Reallocated, StepsBefore));
  if (MovedBytes)
    Rows.addToBucket(L, Whole, GrowthCounters::MovedBytes, MovedBytes);
  return oneMore(StepsBefore);
}

void Growth::link(Lane &L, LifetimeRows &Rows, const LifetimeRow &R,
                  const Birth &Old) {
  Candidate &C = Candidates[placeOf(uint32_t(R.Entry->Size))];
  bool Adjacent = Births == C.Births;
  LiveTable &Live = L.Owner->Lifetimes.Live;
  const LiveTable::Entry Entry = LiveTable::entryAt(C.Place, C.Shift);
  LiveBlock New = {Entry.clock(), 0, Entry.row(), Thread};
  if (Entry.isFull()) {
    New = Live.block(Entry.number());
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (!Entry.isStill())
      return;
  }
  uint32_t Unlinked = Thread;
  // Another thread may have freed it, and somebody made another in its place.
  if (!Entry.Word || New.Clock != C.Clock || New.ThreadAndSteps != Unlinked)
    return;
  LifetimeRow *Its = &L.Owner->Lifetimes.Keys.row(New.row());
  if (Its->Owner != &L || (Its->Entry->Size + 1) / 2 != R.Entry->Size)
    return;
  // A string has no elements with blocks of their own.
  bool Even = Its->Entry->Size % 2 == 0;
  if (!Adjacent && !(Even && isOfSameSite(*Its->Entry, *R.Entry)))
    return;
  New.ThreadAndSteps = Thread | oneMore(Old.Steps) << LiveBlock::ThreadBits;
  Watch &W = L.Watched;
  if (Entry.isFull()) {
    if (!__atomic_compare_exchange_n(&Live.block(Entry.number()).ThreadAndSteps,
                                     &Unlinked, New.ThreadAndSteps, false,
                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return;
  } else {
    uint32_t Number = Live.take(W.Pool);
    if (!Number)
      return;
    Live.block(Number) = New;
    if (!LiveTable::refill(Entry, Number))
      return Live.give(W.Pool, Number);
  }
  C.Place = nullptr;
  Rows.addToBucket(L, wholeOf(*Its),
                   counterOf(GrowthCounters::Doubled, Old.Steps));
}

} // namespace anomalloc::runtime
