//===- Watcher.cpp - blocks from birth to death ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lifetime/Watcher.h"
#include "access/Sums.h"
#include "count/BusyGuard.h"
#include "count/Lane.h"
#include "interpose/Allocator.h"
#include "interpose/Asking.h"
#include "lifetime/BirthAndDeath.h"
#include "sample/Draws.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

__thread const void *PendingBlock;
__thread uint32_t PendingForm;

static void noteUnwatched(LifetimeTotalsRecord &T, uint64_t Size) {
  __atomic_fetch_add(&T.Unwatched, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&T.UnwatchedBytes, Size, __ATOMIC_RELAXED);
}

/// In a sampled run most blocks that are freed are not known.
static void noteUnknownFree(const Lifetimes &All) {
  if (!All.Sampled)
    __atomic_fetch_add(&All.Totals->UnknownFrees, 1, __ATOMIC_RELAXED);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

ANOMALLOC_PRESERVE_MOST void enterFull(Lifetimes &All, Watch &W,
                                       const LiveTable::Entry &At,
                                       const LiveBlock &Born) {
  uint32_t Number = All.Live.take(W.Pool);
  if (!Number) {
    if (!LiveTable::fill(At, Born.row(), Born.Clock))
      LiveTable::fill(At, Born.row(), At.largestClock());
    return;
  }
  LiveBlock &B = All.Live.block(Number);
  B = Born;
  if (All.Timed)
    B.Time = sys::monotonicTime();
  LiveTable::fillFull(At, Number);
}

/// The block is known from now on. False when there is no memory.
static inline bool enter(Lane &L, LifetimeRow &R, const void *Block,
                         uint64_t Size) {
  Lifetimes &All = L.Owner->Lifetimes;
  Watch &W = L.Watched;
  const LiveTable::Entry At =
      All.Sampled ? All.Drawn.place(Block) : All.Live.place(Block, Size);
  if (__builtin_expect(!At.Place, 0))
    return false;
  noteMade</*IsUsual=*/false>(All, L, R, Block, Size, At);
  if (__builtin_expect(All.TemporaryLimit != 0, 0) &&
      ++W.NextRecent > All.TemporaryLimit)
    W.NextRecent = 0;
  return true;
}

/// The next block like this one will find its row at once.
static void keepAtHand(Lane &L, const LifetimeKey &Key, LifetimeRow *Its) {
  auto *Caller = reinterpret_cast<const void *>(Key.Pc);
  if (Caller || notesWhenAsked(L))
    L.Watched.Rows.keepAtHand(Caller ? askingOf(Key.Unit, Key.Slot, Caller)
                                     : askingOf(Key.Unit, Key.Slot),
                              LifetimeRows::whereOf(Key.Section, Caller),
                              Key.Size, Its);
}

/// The same as watchAllocation(), in the rows of \p Of.
__attribute__((always_inline)) static inline LifetimeRow *
watchBirth(Lane &L, Lane &Of, const LifetimeKey &Key, const void *Block,
           LifetimeRow *Known) {
  Watch &W = L.Watched;
  BusyGuard Guard(W.Busy);
  LifetimeRow *R = nullptr;
  if (__builtin_expect(Guard && Block, 1))
    R = Known && sameKey(*Known->Entry, Key)
            ? Known
            : Of.Watched.Rows.find(Of, Key, Block);
  else if (Guard)
    W.Growing.forgetResized();
  if (__builtin_expect(!R || !enter(L, *R, Block, Key.Size), 0)) {
    noteUnwatched(*L.Owner->Lifetimes.Totals, Key.Size);
    leaveUnrecorded(Key.Size);
    return nullptr;
  }
  if (!Key.Stack && Key.Size)
    keepAtHand(L, Key, R);
  return R;
}

static __attribute__((noinline)) LifetimeRow *
watchDrawnBirth(Lane &L, const LifetimeKey &Key, const void *Block,
                LifetimeRow *Known) {
  Lifetimes &All = L.Owner->Lifetimes;
  sys::SignalGuard Guard;
  sys::LockGuard Lock(All.DrawnLock, Guard);
  return watchBirth(L, *All.OfDrawn, Key, Block, Known);
}

LifetimeRow *watchAllocation(Lane &L, const LifetimeKey &Key, const void *Block,
                             LifetimeRow *Known) {
  return __builtin_expect(L.Owner->Lifetimes.Sampled, 0)
             ? watchDrawnBirth(L, Key, Block, Known)
             : watchBirth(L, L, Key, Block, Known);
}

/// Whether \p Block is among the thread's newest; it is so once.
static inline bool takeRecent(Watch &W, uint32_t Limit, const void *Block) {
  for (uint32_t I = 0; I <= Limit; ++I)
    if (W.Recent[I] == Block) {
      W.Recent[I] = nullptr;
      return true;
    }
  return false;
}

/// The end of a block that is no longer in the table; \p To: by realloc. In the
/// rows of \p Of. The Watch of \p L is busy with this, and the block's accesses
/// have ended.
__attribute__((always_inline)) static inline void
noteEnd(Lane &L, Lane &Of, const void *Block, const LiveTable::Entry &Its,
        const void *Caller, const Resize *To) {
  Lifetimes &All = L.Owner->Lifetimes;
  Watch &W = L.Watched;
  LifetimeRow *R;
  Birth Old;
  if (__builtin_expect(!Its.isFull(), 1)) {
    R = &All.Keys.row(Its.row());
    Old = {Its.clock(), 0, R->Owner != &L || Its.clock() <= W.Since};
  } else {
    const LiveBlock Full = All.Live.block(Its.number());
    All.Live.give(W.Pool, Its.number());
    R = &All.Keys.row(Full.row());
    Old = {Full.Clock, Full.steps(), Full.thread() != W.Growing.Thread,
           Full.depth(), Full.Time};
  }
  if (__builtin_expect(R->Owner != &Of, 0))
    R = W.Rows.at(L, R->Entry->Number);
  if (__builtin_expect(!R, 0))
    return noteUnknownFree(All);
  bool IsTemporary = !Old.Elsewhere &&
                     takeRecent(W, All.TemporaryLimit, Block) &&
                     (!All.Sampled || W.RecentMark == eventMark());
  noteFreed</*IsUsual=*/false>(L, Of, Its.Place, *R, Old, IsTemporary, Caller,
                               To);
}

/// The same, if the Watch is not busy with another call that this one
/// interrupted.
__attribute__((always_inline)) static inline void
watchDeath(Lane &L, Lane &Of, const void *Block, const LiveTable::Entry &Its,
           const void *Caller, const Resize *To) {
  Lifetimes &All = L.Owner->Lifetimes;
  BusyGuard Guard(L.Watched.Busy);
  if (__builtin_expect(!Guard, 0)) {
    if (L.Owner->Accesses.exist() && !To)
      dropBlock(*L.Owner, Block, Its);
    return noteUnknownFree(All);
  }
  if (__builtin_expect(L.Owner->Accesses.exist() && !To, 0))
    endBlock(L, Block, Its);
  noteEnd(L, Of, Block, Its, Caller, To);
}

/// Arguments by value: a reference would keep those of others from registers.
static __attribute__((noinline)) void
watchDrawnDeath(Lane &L, const void *Block, LiveTable::Entry Its,
                const void *Caller, const Resize *To) {
  Lifetimes &All = L.Owner->Lifetimes;
  sys::SignalGuard Guard;
  sys::LockGuard Lock(All.DrawnLock, Guard);
  watchDeath(L, *All.OfDrawn, Block, Its, Caller, To);
}

__attribute__((always_inline)) static inline void
watchDeath(Lane &L, const void *Block, const LiveTable::Entry &Its,
           const void *Caller, const Resize *To = nullptr) {
  if (__builtin_expect(L.Owner->Lifetimes.Sampled, 0))
    return watchDrawnDeath(L, Block, Its, Caller, To);
  watchDeath(L, L, Block, Its, Caller, To);
}

/// This process, or its episode, if it watches blocks. A child of fork that has
/// not begun its profile has no blocks of its own.
static Process *watchingProcess() {
  Process *Whole = bornProcess();
  Process *P = Whole ? &Whole->recording() : nullptr;
  return P && P->Lifetimes.Totals ? P : nullptr;
}

/// The calling thread's lane, if it belongs to \p P. If the episode \p P has
/// ended meanwhile, the lane is another one, which does not know \p P's blocks.
static Lane *laneOf(const Process &P) {
  Lane *L = currentLane();
  return L && L->Owner == &P ? L : nullptr;
}

static void noteFreesSeenBy(Process &P) {
  if (__builtin_expect(P.Lifetimes.FreesSeen, 1))
    return;
  P.Lifetimes.FreesSeen = true;
  __atomic_fetch_or(&P.file().header()->Flags, uint32_t(FreesSeen),
                    __ATOMIC_RELAXED);
  chooseWay(P);
}

void noteFreesSeen() {
  if (Process *P = watchingProcess())
    noteFreesSeenBy(*P);
}

ANOMALLOC_PRESERVE_MOST bool watchFree(const void *Block, const void *Caller) {
  Process *P = watchingProcess();
  if (!P)
    return false;
  noteFreesSeenBy(*P);
  LiveTable::Entry Its = P->Lifetimes.find(Block);
  if (!Its.Place) {
    if (P->Accesses.exist())
      dropBlock(*P, Block, Its);
    noteUnknownFree(P->Lifetimes);
    return false;
  }
  Its.takeOut();
  if (Lane *L = laneOf(*P))
    watchDeath(*L, Block, Its, Caller);
  else if (P->Accesses.exist())
    dropBlock(*P, Block, Its);
  return true;
}

bool watchFreeNearHand(const void *Block, const void *Caller) {
  Lane &L = *MyLane;
  if (__builtin_expect(L.Self != &L, 0))
    return false;
  const uint32_t Way =
      __atomic_load_n(&L.Owner->Detail.Usual, __ATOMIC_RELAXED);
  const LiveTable &Live = L.Owner->Lifetimes.Live;
  if (__builtin_expect(
          !(Way & DetailState::UsualFrees) || !LiveTable::isAddress(Block), 0))
    return false;
  uint64_t *Leaf = Live.leafAtHand(Block);
  BusyGuard Guard(L.Watched.Busy);
  if (__builtin_expect(!Leaf || !Guard, 0))
    return false;
  const LiveTable::Entry Its = LiveTable::findNearHand(Leaf, Block);
  if (__builtin_expect(!Its.Place, 0))
    return false;
  Its.takeOut();
  if (__builtin_expect(L.Owner->Accesses.exist(), 0))
    endBlock(L, Block, Its);
  noteEnd(L, L, Block, Its, Caller, nullptr);
  return true;
}

void ReallocWatch::forget() {
  P = watchingProcess();
  if (!P)
    return;
  Its = P->Lifetimes.find(Old);
  if (Its.Place) {
    if (P->Lifetimes.Sampled)
      DrawnTable::hold(Its);
    else
      Its.takeOut();
  }
  if (P->Accesses.exist())
    endAccessesOfOld();
}

/// Before realloc, which gives the old block's memory to others.
void ReallocWatch::endAccessesOfOld() {
  Lane *L = Its.Place ? laneOf(*P) : nullptr;
  if (!L)
    return dropBlock(*P, Old, Its);
  BusyGuard Guard(L->Watched.Busy);
  if (Guard)
    endBlock(*L, Old, Its);
  else
    dropBlock(*P, Old, Its);
}

void ReallocWatch::failed() {
  if (Its.Place)
    Its.putBack();
}

void ReallocWatch::tell(const void *Caller, const void *New, size_t Size) {
  if (!P)
    return;
  noteFreesSeenBy(*P);
  if (!Its.Place)
    return noteUnknownFree(P->Lifetimes);
  if (P->Lifetimes.Sampled)
    Its.takeOut();
  Resize To = {Old, New, Size};
  if (Lane *L = laneOf(*P))
    watchDeath(*L, Old, Its, Caller, &To);
}

//===----------------------------------------------------------------------===//
// Sampled runs
//===----------------------------------------------------------------------===//

void tellPassed(Lane &L) {
  Watch &W = L.Watched;
  BusyGuard Guard(W.Busy);
  if (Guard)
    L.Owner->Lifetimes.Clock.pass(W.Kept, takeUntold(), {});
}

static SampleWeight weightOfRow(const LifetimeRow &R) {
  return weightOf(R.Entry->Size, R.Usable,
                  SectionNumber::doublingsOf(R.Entry->Section));
}

uint64_t clockOfDrawn(Lifetimes &All, Watch &W, const LifetimeRow &R,
                      uint64_t Size) {
  const SampleWeight Its = weightOfRow(R);
  W.RecentMark = eventMark();
  return All.Clock.pass(W.Kept, takeUntold() + Size,
                        {Its.Bytes, Its.Usable, Its.Blocks});
}

uint64_t clockOfFreed(Lifetimes &All, Watch &W, const LifetimeRow &R) {
  const SampleWeight Its = weightOfRow(R);
  return All.Clock.pass(W.Kept, takeUntold(),
                        {-Its.Bytes, -Its.Usable, -Its.Blocks});
}

} // namespace anomalloc::runtime
