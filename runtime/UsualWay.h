//===- UsualWay.h - what most blocks need -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Birth and death of a block in detailed modes, as they nearly always are: a
/// site of ours asks, and its row, or that of its stack, or its key in the
/// trace, is at hand. Where lifetimes are recorded, glibc gives the block, of
/// less than 56 bytes, and the thread that made it frees it. It is what
/// noteMade and watchFree do, without the questions that have the same answer
/// each time. These stand first; another answer leads there before anything has
/// changed.
///
/// Whatever is called from here, and is not needed each time, preserves all
/// registers, so that the interposed functions need not save them.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_USUALWAY_H
#define ANOMALLOC_RUNTIME_USUALWAY_H

#include "Process.h"
#include "Sections.h"
#include "Stacks.h"
#include "Watcher.h"

namespace anomalloc {

/// The row of a block of the site's; null if it is not at hand. If the event is
/// to be counted by its stack, it is.
inline LifetimeRow *rowAtHand(Lane &L, uint32_t Way, uint64_t Asking,
                              const uint64_t *Frame, size_t Size) {
  if (__builtin_expect(Way == DetailState::UsualLifetimes, 1))
    return L.Watched.Rows.atHand(Asking, currentSection(), Size);
  StackRows Rows = findStackAtHand(L, Asking, Frame, currentSection(), Size);
  if (Rows.Lifetime)
    addTo(Rows.Count->Count, 1);
  return Rows.Lifetime;
}

/// As noteMade(); false, and nothing done, where the case is another one.
__attribute__((always_inline)) inline bool
noteMadeAsUsual(uint64_t Asking, const uint64_t *Frame, const void *Block,
                size_t Size) {
  Lane *L = MyLane;
  if (__builtin_expect(!L || L->Self != L, 0))
    return false;
  Process &P = *L->Owner;
  uint32_t Way = __atomic_load_n(&P.Detail.Usual, __ATOMIC_RELAXED);
  if (Way == DetailState::UsualStacks) {
    StackRows Rows = findStackAtHand(*L, Asking, Frame, currentSection(), Size);
    if (__builtin_expect(!Rows.Count, 0))
      return false;
    addTo(Rows.Count->Count, 1);
    return true;
  }
  Lifetimes &All = P.Lifetimes;
  Watch &W = L->Watched;
  if (__builtin_expect(!(Way & DetailState::UsualLifetimes) || W.Busy ||
                           W.Growing.isResizing() ||
                           __anomalloc_activations.Depth,
                       0))
    return Way == DetailState::UsualTrace &&
           traceMadeAsUsual(*L, Asking, Block, Size);
  uint64_t *Leaf = All.Live.leafAtHand(Block);
  if (__builtin_expect(!Leaf, 0))
    return false;
  LifetimeRow *R = rowAtHand(*L, Way, Asking, Frame, Size);
  if (__builtin_expect(!R, 0))
    return false;

  const LiveTable::Entry At = LiveTable::placeIn(Leaf, Block);
  W.Busy = 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  uint64_t Peak = All.Clock.peak();
  noteBirth(*R->Entry, Peak);
  if (R->Whole)
    noteBirth(*R->Whole->Entry, Peak);
  uint64_t Clock = All.Clock.allocate(W.Kept, {Size, R->Usable});
  if (__builtin_expect(!LiveTable::fill(At, R->Id, Clock), 0)) {
    // A copy, so that At itself stays in registers.
    const LiveTable::Entry Its = At;
    enterFull(All, W, Its, {Clock, 0, R->Id, W.Growing.Thread});
  }
  W.Growing.noteBirth(At.filled(), Size);
  W.Recent[0] = Block;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  W.Busy = 0;
  return true;
}

/// As watchFree(); false, and nothing done, where the case is another one.
__attribute__((always_inline)) inline bool
watchFreeAsUsual(const void *Block, const void *Caller) {
  Lane *L = MyLane;
  if (__builtin_expect(!L || L->Self != L, 0))
    return false;
  Process &P = *L->Owner;
  Lifetimes &All = P.Lifetimes;
  Watch &W = L->Watched;
  if (__builtin_expect(!P.Detail.Usual || !All.FreesSeen || W.Busy, 0))
    return P.Detail.Usual == DetailState::UsualTrace &&
           traceFreeAsUsual(*L, Block);
  uint64_t *Leaf =
      LiveTable::canBegin(Block) ? All.Live.leafAtHand(Block) : nullptr;
  if (__builtin_expect(!Leaf, 0))
    return false;
  const LiveTable::Entry Its = LiveTable::findIn(Leaf, Block);
  if (__builtin_expect(!Its.Place || Its.isFull(), 0))
    return false;
  uint64_t BirthClock = Its.clock();
  LifetimeRow &Own = All.Keys.row(Its.row());
  if (__builtin_expect(Own.Owner != L || BirthClock <= W.Since, 0))
    return false;

  Its.takeOut();
  W.Busy = 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  const uint64_t Peak = All.Clock.peak();
  const bool IsTemporary = W.Recent[0] == Block;
  if (IsTemporary)
    W.Recent[0] = nullptr;
  LifetimeRow &R = Own.Whole ? *Own.Whole : Own;
  if (Own.Whole)
    noteDeath(*Own.Entry, Peak, IsTemporary);
  format::LifetimeEntry &E = *R.Entry;
  const uint64_t Size = E.Size;
  noteDeath(E, Peak, IsTemporary);
  uint64_t Clock = All.Clock.free(W.Kept, {Size, R.Usable});
  W.Rows.addToBucket(*L, R, bucketOf(Clock - BirthClock));
  W.Rows.addFreeSite(*L, R, reinterpret_cast<uint64_t>(Caller),
                     __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED));
  W.Growing.noteDeath(*L, W.Rows, R, Size, {BirthClock, 0, false});
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  W.Busy = 0;
  return true;
}

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_USUALWAY_H
