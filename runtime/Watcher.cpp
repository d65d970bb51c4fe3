//===- Watcher.cpp - blocks from birth to death ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Watcher.h"
#include "Activations.h"
#include "Lane.h"
#include "Process.h"

using namespace anomalloc::format;

namespace anomalloc {

bool Watching;
__thread const void *PendingBlock;

static void noteUnwatched(LifetimeTotalsRecord &T, uint64_t Size) {
  __atomic_fetch_add(&T.Unwatched, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&T.UnwatchedBytes, Size, __ATOMIC_RELAXED);
}

static void noteUnknownFree(LifetimeTotalsRecord &T) {
  __atomic_fetch_add(&T.UnknownFrees, 1, __ATOMIC_RELAXED);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
/// The calling thread's right to change its lane's Watch. A signal handler that
/// comes in between does not get it.
class WatchGuard {
public:
  explicit WatchGuard(Watch &W) : W(W), Mine(!W.Busy) {
    W.Busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  ~WatchGuard() {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (Mine)
      W.Busy = 0;
  }
  WatchGuard(const WatchGuard &) = delete;
  WatchGuard &operator=(const WatchGuard &) = delete;
  explicit operator bool() const { return Mine; }

private:
  Watch &W;
  const bool Mine;
};
} // namespace

/// To be called before a row changes: keeps what it was at the process's \p
/// Peak.
static inline void keepPeak(LifetimeEntry &E, uint64_t Peak) {
  if (E.Stamp != Peak) {
    E.AtPeak = int64_t(E.Allocated - E.Freed);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    E.Stamp = Peak;
  }
}

/// A block of the row was made.
static inline void noteBirth(LifetimeEntry &E, uint64_t Peak) {
  keepPeak(E, Peak);
  ++E.Allocated;
  if (int64_t(E.Allocated - E.Freed) > int64_t(E.Peak))
    E.Peak = E.Allocated - E.Freed;
}

namespace {
/// How a block came to its end.
struct Death {
  bool Elsewhere, Temporary, Reallocated;
};
} // namespace

static inline void noteDeath(LifetimeEntry &E, uint64_t Peak, Death D) {
  keepPeak(E, Peak);
  ++E.Freed;
  E.FreedElsewhere += D.Elsewhere;
  E.Temporary += D.Temporary;
  E.Reallocated += D.Reallocated;
}

static inline uint32_t bucketOf(uint64_t Lifetime) {
  uint32_t Bucket = Lifetime ? 64 - uint32_t(__builtin_clzl(Lifetime)) : 0;
  return Bucket < LifetimeBuckets::NumBuckets ? Bucket
                                              : LifetimeBuckets::NumBuckets - 1;
}

void watchAllocation(Lane &L, const LifetimeKey &Key, const void *Block) {
  Process &P = *L.Owner;
  LifetimeTotalsRecord &T = *P.Lifetimes.Totals;
  HeapClock &HeapClock = P.Lifetimes.Clock;
  Watch &W = L.Watched;
  WatchGuard Guard(W);
  if (__builtin_expect(!Guard || !Block, 0)) {
    if (Guard)
      W.Growing.forgetResized();
    return noteUnwatched(T, Key.Size);
  }
  LifetimeRows::Row *R = W.Rows.find(L, Key, Block);
  uint32_t Number = R ? P.Lifetimes.Live.take(W.Pool) : 0;
  if (__builtin_expect(!Number, 0))
    return noteUnwatched(T, Key.Size);
  if (__builtin_expect(!P.Lifetimes.Live.enter(Block, Key.Size, Number), 0)) {
    P.Lifetimes.Live.give(W.Pool, Number);
    return noteUnwatched(T, Key.Size);
  }

  uint64_t Peak = HeapClock.peak();
  noteBirth(*R->Entry, Peak);
  if (R->Whole)
    noteBirth(*R->Whole->Entry, Peak);
  uint64_t Clock = HeapClock.allocate(W.Kept, {Key.Size, R->Usable});

  uint32_t Steps = W.Growing.stepsAtBirth(L, W.Rows, *R, Block, Number);
  uint32_t Depth = depthOfBirth(L, Key.Size, Clock);
  P.Lifetimes.Live.block(Number) = {
      Clock, R->Entry->Number | Depth << LiveBlock::RowBits,
      W.Thread | Steps << LiveBlock::ThreadBits};
  if (P.Lifetimes.Timed)
    P.Lifetimes.Live.birthTime(Number) = sys::monotonicTime();
  W.Recent[W.NextRecent] = Block;
  if (++W.NextRecent > P.Lifetimes.TemporaryLimit)
    W.NextRecent = 0;
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

/// The end of a block that is no longer in the table; \p To: by realloc.
static void watchDeath(Lane &L, const void *Block, uint32_t Number,
                       const void *Caller, const Resize *To = nullptr) {
  Process &P = *L.Owner;
  LifetimeTotalsRecord &T = *P.Lifetimes.Totals;
  Watch &W = L.Watched;
  WatchGuard Guard(W);
  if (__builtin_expect(!Guard, 0))
    return noteUnknownFree(T);
  LiveBlock &B = P.Lifetimes.Live.block(Number);
  LifetimeRows::Row *R = W.Rows.at(L, B.row());
  if (__builtin_expect(!R, 0))
    return noteUnknownFree(T);

  Death D = {B.thread() != W.Thread, false, To != nullptr};
  D.Temporary =
      !D.Elsewhere && takeRecent(W, P.Lifetimes.TemporaryLimit, Block);
  uint64_t Peak = P.Lifetimes.Clock.peak();
  noteDeath(*R->Entry, Peak, D);
  if (B.depth() && (D.Elsewhere || knowsActivations()))
    W.Rows.addActivation(L, *R, !D.Elsewhere && stillRuns(B.depth(), B.Clock));
  if (R->Whole) {
    R = R->Whole;
    noteDeath(*R->Entry, Peak, D);
  }
  uint64_t Clock = P.Lifetimes.Clock.free(W.Kept, {R->Entry->Size, R->Usable});
  // Another thread's clock may be behind that of the one that made it.
  uint64_t Lifetime = Clock > B.Clock ? Clock - B.Clock : 0;
  W.Rows.addToBucket(L, *R, bucketOf(Lifetime));
  if (P.Lifetimes.Timed)
    W.Rows.addToBucket(L, *R,
                       LifetimeBuckets::NanosecondBuckets +
                           bucketOf(sys::monotonicTime() -
                                    P.Lifetimes.Live.birthTime(Number)));
  W.Rows.addFreeSite(L, *R, reinterpret_cast<uint64_t>(Caller),
                     __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED));
  if (__builtin_expect(To != nullptr, 0))
    W.Growing.noteResize(L, W.Rows, *R, B, *To);
  else
    W.Growing.noteDeath(L, W.Rows, *R, B, W.Thread);
  // Growth of another thread looks at this before it believes the rest.
  __atomic_store_n(&B.ThreadAndSteps, 0, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  P.Lifetimes.Live.give(W.Pool, Number);
}

/// This process, if it watches blocks. A child of fork that has not begun its
/// profile has no blocks of its own.
static Process *watchingProcess() {
  Process *P = bornProcess();
  return P && P->Lifetimes.Totals ? P : nullptr;
}

static void noteFreesSeen(Process &P) {
  if (__builtin_expect(P.Lifetimes.FreesSeen, 1))
    return;
  P.Lifetimes.FreesSeen = true;
  __atomic_fetch_or(&P.File.header()->Flags, uint32_t(FreesSeen),
                    __ATOMIC_RELAXED);
}

void watchFree(const void *Block, const void *Caller) {
  Process *P = watchingProcess();
  if (!P)
    return;
  noteFreesSeen(*P);
  LiveTable::Entry Its = P->Lifetimes.Live.find(Block);
  if (!Its.Place)
    return noteUnknownFree(*P->Lifetimes.Totals);
  Its.takeOut();
  if (Lane *L = currentLane())
    watchDeath(*L, Block, Its.Number, Caller);
}

ReallocWatch::ReallocWatch(const void *Old) : Old(Old) {
  Process *P = Old ? watchingProcess() : nullptr;
  if (!P)
    return;
  Its = P->Lifetimes.Live.find(Old);
  if (Its.Place)
    Its.takeOut();
}

void ReallocWatch::failed() {
  if (Its.Place)
    Its.putBack();
}

void ReallocWatch::done(const void *Caller, const void *New, size_t Size) {
  Process *P = Old ? watchingProcess() : nullptr;
  if (!P)
    return;
  noteFreesSeen(*P);
  if (!Its.Place)
    return noteUnknownFree(*P->Lifetimes.Totals);
  Resize To = {Old, New, Size};
  if (Lane *L = currentLane())
    watchDeath(*L, Old, Its.Number, Caller, &To);
}

//===----------------------------------------------------------------------===//
// Beginnings
//===----------------------------------------------------------------------===//

void beginLifetimes(Process &P, const sys::SignalGuard &Guard) {
  Lifetimes &All = P.Lifetimes;
  All.TemporaryLimit = P.Opts.temporary < Watch::MaxTemporary
                           ? uint32_t(P.Opts.temporary)
                           : Watch::MaxTemporary;
  All.Timed = P.Opts.timed;
  if (All.Timed)
    All.Live.keepTimes();
  LifetimeTotalsRecord *Totals = nullptr;
  addRecord<LifetimeTotalsRecord>(P, Guard, RecordType::LifetimeTotals,
                                  sizeof(LifetimeTotalsRecord),
                                  [&](LifetimeTotalsRecord &R) {
                                    R.TemporaryLimit = All.TemporaryLimit;
                                    R.Timed = All.Timed;
                                    Totals = &R;
                                  });
  if (!Totals)
    return;
  All.Clock.begin(*Totals, P.Opts.clock_step);
  All.Totals = Totals;
  Watching = true;
}

void beginWatch(Lane &L) {
  // Not wiped in a child of fork, so that no two threads of one process ever
  // have the same.
  static uint32_t Newest;
  static __thread uint32_t Mine __attribute__((tls_model("initial-exec")));
  constexpr uint32_t Mask = (1u << LiveBlock::ThreadBits) - 1;
  while (!Mine)
    Mine = __atomic_add_fetch(&Newest, 1, __ATOMIC_RELAXED) & Mask;
  if (L.Watched.Thread == Mine)
    return; // It has had the lane before, and nobody since.
  L.Watched.Thread = Mine;
  forgetActivations(L);
  for (const void *&Block : L.Watched.Recent)
    Block = nullptr;
}

void endWatch(Lane &L) {
  if (Lifetimes &All = L.Owner->Lifetimes; All.Totals)
    All.Clock.tell(L.Watched.Kept);
}

} // namespace anomalloc
