//===- BirthAndDeath.h - what a watched block changes -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What changes in the rows, the clock and the table when a watched block is
/// made or freed. It stands here once, for two callers. UsualWay.h sets
/// IsUsual: what is needed must be at hand, and what never happens there is
/// left out. The Watcher makes what is missing. Modes is what the run records,
/// as far as the caller is compiled for it. By the lane's own thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_BIRTHANDDEATH_H
#define ANOMALLOC_RUNTIME_LIFETIME_BIRTHANDDEATH_H

#include "anomalloc/Mode.h"
#include "lifetime/Activations.h"
#include "process/Process.h"

namespace anomalloc::runtime {

/// The row that counts the blocks of \p R's key from all stacks.
template <uint32_t Modes> LifetimeRow &wholeOf(LifetimeRow &R) {
  return Modes & Mode::Stacks && R.Whole ? *R.Whole : R;
}

/// Notes that \p Block of the row \p R was made, and fills its place: in the
/// leaf \p Leaf if IsUsual, else \p At. The lane's Watch must be busy, unless
/// IsUsual.
template <bool IsUsual, uint32_t Modes = Mode::All>
__attribute__((always_inline)) inline void
noteMade(Lifetimes &All, Lane &L, LifetimeRow &R, const void *Block,
         uint64_t Size, const LiveTable::Entry &At, uint64_t *Leaf = nullptr) {
  Watch &W = L.Watched;
  if constexpr (IsUsual) {
    W.Busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  const uint64_t Peak = All.Clock.peak();
  noteBirth(*R.Entry, Peak);
  if (Modes & Mode::Stacks && R.Whole)
    noteBirth(*R.Whole->Entry, Peak);
  const uint64_t Clock = !IsUsual && All.Sampled
                             ? clockOfDrawn(All, W, R, Size)
                             : All.Clock.allocate(W.Kept, {Size, R.Usable});

  bool IsResizing = false, Fits = true;
  uint32_t Steps = 0, Depth = 0;
  if constexpr (!IsUsual) {
    IsResizing = W.Growing.isResizing();
    if (__builtin_expect(IsResizing, 0))
      Steps = W.Growing.stepsOfResized(L, W.Rows, R, Block);
    Depth = depthOfBirth(L, Size, Clock);
    // A block of no size does not move the clock, by which threads of one lane
    // are told apart. No row tells which thread made a drawn block.
    Fits = !(Steps | Depth | All.Timed | All.Sampled) && Size;
  }
  W.Recent[IsUsual ? 0 : W.NextRecent] = Block;
  LiveTable::Entry Its;
  if constexpr (IsUsual)
    Its = LiveTable::fillAtHand(Leaf, Block, R.Id, Clock);
  else if (Fits && LiveTable::fill(At, R.Id, Clock))
    Its = At.filled();
  if (__builtin_expect(Its.Place != nullptr, 1)) {
    W.Newest = {Its.Place, Its.Word, Clock};
    if constexpr (IsUsual)
      W.Growing.noteBirth(Its, Size, Clock);
  } else {
    // A copy, so that At itself stays in registers.
    const LiveTable::Entry Empty = IsUsual ? All.Live.place(Block, Size) : At;
    enterFull(All, W, Empty,
              {Clock, 0, R.Id | Depth << LiveBlock::RowBits,
               W.Growing.Thread | Steps << LiveBlock::ThreadBits});
    W.forgetNewest();
  }
  // Of a growing container, hardly ever both blocks are drawn.
  if (!IsUsual && __builtin_expect(!IsResizing && !All.Sampled, 1))
    W.Growing.noteBirth(At.filled(), Size, Clock);
  if constexpr (IsUsual) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    W.Busy = 0;
  }
}

/// Notes that code at \p Caller freed a block of the row \p Own of \p Of, by
/// realloc(3) if \p To is not null. If IsUsual, takes the block's entry out of
/// its \p Place in the table; or returns false, and does nothing, if the case
/// is not the usual one. Else the entry is out, and the lane's Watch is busy.
template <bool IsUsual, uint32_t Modes = Mode::All>
__attribute__((always_inline)) inline bool
noteFreed(Lane &L, Lane &Of, uint64_t *Place, LifetimeRow &Own,
          const Birth &Old, bool IsTemporary, const void *Caller,
          const Resize *To = nullptr) {
  HeapClock &C = L.Owner->Lifetimes.Clock;
  Watch &W = L.Watched;
  LifetimeRow &R = wholeOf<Modes>(Own);
  format::LifetimeEntry &Whole = *R.Entry;
  const uint64_t Size = Whole.Size, Pc = reinterpret_cast<uint64_t>(Caller);
  const bool Alone = C.isAlone();
  uint64_t *Bucket, *FreeSite;
  if constexpr (!IsUsual) {
    if (C.hasRisen())
      C.noteRise();
  } else {
    // Nothing was made after the newest one.
    if (!IsTemporary && __builtin_expect(W.Growing.mayHaveGrown(Size, Old), 0))
      return false;
    if (__builtin_expect(C.hasRisen(), 0))
      return false;
    if (__builtin_expect(!C.keepsBack(Alone, W.Kept, Size), 0))
      return false;
    Bucket =
        LifetimeRows::bucketAtHand(R, bucketOf(C.clockFor(W.Kept) - Old.Clock));
    if (__builtin_expect(!Bucket, 0))
      return false;
    FreeSite = W.Rows.freeSiteAtHand(
        R, Pc, __atomic_load_n(&L.Owner->Epoch, __ATOMIC_RELAXED));
    if (__builtin_expect(!FreeSite, 0))
      return false;
    LiveTable::takeOut(Place);
    W.Busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }

  const uint64_t Peak = C.peak();
  auto NoteDeath = [&](format::LifetimeEntry &E) {
    noteDeath(E, Peak, IsTemporary);
    if constexpr (!IsUsual) {
      E.FreedElsewhere += Old.Elsewhere;
      E.Reallocated += To != nullptr;
      E.Moved += To && To->To && To->To != To->From;
    }
  };
  if (&R != &Own)
    NoteDeath(*Own.Entry);
  NoteDeath(Whole);
  if constexpr (IsUsual) {
    C.keepFree(Alone, W.Kept, {Size, R.Usable});
    ++*Bucket;
    ++*FreeSite;
    W.Growing.noteDeath();
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    W.Busy = 0;
  } else {
    Lifetimes &All = L.Owner->Lifetimes;
    LifetimeRows &Rows = Of.Watched.Rows;
    if (__builtin_expect(Old.Depth && (Old.Elsewhere || knowsActivations()), 0))
      Rows.addActivation(Of, Own,
                         !Old.Elsewhere && stillRuns(Old.Depth, Old.Clock));
    const uint64_t Clock = All.Sampled ? clockOfFreed(All, W, R)
                                       : C.free(W.Kept, {Size, R.Usable});
    // Another thread's clock may be behind that of the one that made it.
    const uint64_t Lifetime = Clock > Old.Clock ? Clock - Old.Clock : 0;
    Rows.addLifetime(Of, R, bucketOf(Lifetime));
    if (__builtin_expect(Old.Time != 0, 0))
      Rows.addToBucket(Of, R,
                       format::LifetimeBuckets::NanosecondBuckets +
                           bucketOf(sys::monotonicTime() - Old.Time));
    Rows.addFreeSite(Of, R, Pc,
                     __atomic_load_n(&L.Owner->Epoch, __ATOMIC_RELAXED));
    if (All.Sampled)
      W.Growing.noteDeath();
    else if (__builtin_expect(To != nullptr, 0))
      W.Growing.noteResize(L, W.Rows, R, Old, *To);
    else
      W.Growing.noteDeath(L, W.Rows, R, Size, Old);
  }
  return true;
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_BIRTHANDDEATH_H
