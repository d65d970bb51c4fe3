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

/// glibc's word that no other thread exists; it is taken back before one does.
extern "C" char __libc_single_threaded __attribute__((weak));

namespace anomalloc {

bool Watching;
__thread const void *PendingBlock;

//===----------------------------------------------------------------------===//
// Counters of the whole process
//===----------------------------------------------------------------------===//

static inline bool isAlone() {
  return &__libc_single_threaded && __libc_single_threaded;
}

/// Adds to a counter that all threads share, and returns the sum. One
/// instruction, for signals; locked only if there are other threads.
static inline uint64_t addShared(uint64_t &Counter, uint64_t Value) {
#if defined(__x86_64__)
  if (isAlone()) {
    uint64_t Old = Value;
    __asm__("xaddq %0, %1" : "+r"(Old), "+m"(Counter) : : "cc");
    return Old + Value;
  }
#endif
  return __atomic_add_fetch(&Counter, Value, __ATOMIC_RELAXED);
}

static inline void raiseShared(uint64_t &Maximum, uint64_t Value) {
  uint64_t Known = __atomic_load_n(&Maximum, __ATOMIC_RELAXED);
  while (__builtin_expect(Known < Value, 0)) {
    if (isAlone())
      return __atomic_store_n(&Maximum, Value, __ATOMIC_RELAXED);
    if (__atomic_compare_exchange_n(&Maximum, &Known, Value, true,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return;
  }
}

static void noteUnwatched(LifetimeTotalsRecord &T, uint64_t Size) {
  __atomic_fetch_add(&T.Unwatched, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&T.UnwatchedBytes, Size, __ATOMIC_RELAXED);
}

static void noteUnknownFree(LifetimeTotalsRecord &T) {
  __atomic_fetch_add(&T.UnknownFrees, 1, __ATOMIC_RELAXED);
}

/// Joins pairs of points until \p Clock has one.
static void halveTimeline(Process &P, Timeline &T, uint64_t Clock) {
  sys::SignalGuard Guard;
  sys::LockGuard Lock(P.Lifetimes.TimelineLock, Guard);
  for (;;) {
    uint64_t Shift = T.ShiftAndHalf >> 1, Half = T.ShiftAndHalf & 1;
    if (Clock >> Shift < Timeline::NumPoints)
      return;
    const uint64_t *From = T.Points[Half];
    uint64_t *To = T.Points[!Half];
    for (uint32_t I = 0; I != Timeline::NumPoints; ++I) {
      uint32_t Pair = 2 * I;
      uint64_t A = 0, B = 0;
      if (Pair < Timeline::NumPoints) {
        A = From[Pair];
        B = From[Pair + 1];
      }
      To[I] = A < B ? B : A;
    }
    __atomic_store_n(&T.ShiftAndHalf, (Shift + 1) << 1 | !Half,
                     __ATOMIC_RELEASE);
  }
}

static inline void drawTimeline(Process &P, Timeline &T, uint64_t Clock,
                                uint64_t Live) {
  uint64_t State = __atomic_load_n(&T.ShiftAndHalf, __ATOMIC_ACQUIRE);
  if (__builtin_expect(Clock >> (State >> 1) >= Timeline::NumPoints, 0)) {
    halveTimeline(P, T, Clock);
    State = __atomic_load_n(&T.ShiftAndHalf, __ATOMIC_ACQUIRE);
  }
  uint64_t &Point =
      T.Points[State & 1][Clock >> (State >> 1) & (Timeline::NumPoints - 1)];
  if (Point < Live)
    Point = Live;
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

/// To be called before a row changes: keeps what it was at the process's peak.
static inline void keepPeak(LifetimeEntry &E, const LifetimeTotalsRecord &T) {
  uint64_t Peak = __atomic_load_n(&T.PeakBytes, __ATOMIC_RELAXED);
  if (E.Stamp != Peak) {
    E.AtPeak = int64_t(E.Allocated - E.Freed);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    E.Stamp = Peak;
  }
}

/// A block of the row was made.
static inline void noteBirth(LifetimeEntry &E, const LifetimeTotalsRecord &T) {
  keepPeak(E, T);
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

static inline void noteDeath(LifetimeEntry &E, const LifetimeTotalsRecord &T,
                             Death D) {
  keepPeak(E, T);
  ++E.Freed;
  E.FreedElsewhere += D.Elsewhere;
  E.Temporary += D.Temporary;
  E.Reallocated += D.Reallocated;
}

static inline uint32_t bucketOf(uint64_t Lifetime) {
  uint32_t Bucket = Lifetime ? 64 - uint32_t(__builtin_clzl(Lifetime)) : 0;
  return Bucket < LifetimeBuckets::NanosecondBuckets
             ? Bucket
             : LifetimeBuckets::NanosecondBuckets - 1;
}

void watchAllocation(Lane &L, const LifetimeKey &Key, const void *Block) {
  Process &P = *L.Owner;
  LifetimeTotalsRecord &T = *P.Lifetimes.Totals;
  Watch &W = L.Watched;
  WatchGuard Guard(W);
  if (__builtin_expect(!Guard || !Block, 0))
    return noteUnwatched(T, Key.Size);
  LifetimeRows::Row *R = W.Rows.find(L, Key);
  uint32_t *Slot = P.Lifetimes.Live.findOrMake(Block);
  uint32_t Number = R && Slot ? P.Lifetimes.Live.take(W.Pool) : 0;
  if (__builtin_expect(!Number, 0))
    return noteUnwatched(T, Key.Size);

  noteBirth(*R->Entry, T);
  if (R->Whole)
    noteBirth(*R->Whole->Entry, T);
  uint64_t Clock = addShared(T.AllocatedBytes, Key.Size);
  uint64_t Freed = __atomic_load_n(&T.FreedBytes, __ATOMIC_RELAXED);
  // Since the clock was read, others may have made and freed any number of
  // blocks: the difference is too small then, even below zero, never too large.
  uint64_t Live = Freed < Clock ? Clock - Freed : 0;
  raiseShared(T.PeakBytes, Live);
  drawTimeline(P, T.Live, Clock, Live);

  uint32_t Depth = depthOfBirth(L, Key.Size, Clock);
  P.Lifetimes.Live.block(Number) = {
      Clock, R->Entry->Number | Depth << LiveBlock::RowBits, W.Thread};
  if (P.Lifetimes.Timed)
    P.Lifetimes.Live.birthTime(Number) = sys::monotonicTime();
  *Slot = Number;
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

/// The end of a block that is no longer in the table.
static void watchDeath(Lane &L, const void *Block, uint32_t Number,
                       const void *Caller, bool Reallocated) {
  Process &P = *L.Owner;
  LifetimeTotalsRecord &T = *P.Lifetimes.Totals;
  Watch &W = L.Watched;
  WatchGuard Guard(W);
  if (__builtin_expect(!Guard, 0))
    return noteUnknownFree(T);
  const LiveBlock B = P.Lifetimes.Live.block(Number);
  LifetimeRows::Row *R = W.Rows.at(L, B.row());
  if (__builtin_expect(!R, 0))
    return noteUnknownFree(T);

  Death D = {B.Thread != W.Thread, false, Reallocated};
  D.Temporary =
      !D.Elsewhere && takeRecent(W, P.Lifetimes.TemporaryLimit, Block);
  noteDeath(*R->Entry, T, D);
  if (B.depth() && (D.Elsewhere || knowsActivations()))
    W.Rows.addActivation(L, *R, !D.Elsewhere && stillRuns(B.depth(), B.Clock));
  if (R->Whole) {
    R = R->Whole;
    noteDeath(*R->Entry, T, D);
  }
  addShared(T.FreedBytes, R->Entry->Size);
  uint64_t Clock = __atomic_load_n(&T.AllocatedBytes, __ATOMIC_RELAXED);
  W.Rows.addToBucket(L, *R, bucketOf(Clock - B.Clock));
  if (P.Lifetimes.Timed)
    W.Rows.addToBucket(L, *R,
                       LifetimeBuckets::NanosecondBuckets +
                           bucketOf(sys::monotonicTime() -
                                    P.Lifetimes.Live.birthTime(Number)));
  W.Rows.addFreeSite(L, *R, reinterpret_cast<uint64_t>(Caller),
                     __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED));
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
  uint32_t *Slot = P->Lifetimes.Live.find(Block);
  uint32_t Number = Slot ? *Slot : 0;
  if (!Number)
    return noteUnknownFree(*P->Lifetimes.Totals);
  *Slot = 0;
  if (Lane *L = currentLane())
    watchDeath(*L, Block, Number, Caller, false);
}

ReallocWatch::ReallocWatch(const void *Old) : Old(Old) {
  Process *P = Old ? watchingProcess() : nullptr;
  if (!P)
    return;
  Slot = P->Lifetimes.Live.find(Old);
  Number = Slot ? *Slot : 0;
  if (Number)
    *Slot = 0;
}

void ReallocWatch::failed() {
  if (Number)
    *Slot = Number;
}

void ReallocWatch::done(const void *Caller) {
  Process *P = Old ? watchingProcess() : nullptr;
  if (!P)
    return;
  noteFreesSeen(*P);
  if (!Number)
    return noteUnknownFree(*P->Lifetimes.Totals);
  if (Lane *L = currentLane())
    watchDeath(*L, Old, Number, Caller, true);
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
  All.Totals = Totals;
  if (!Totals)
    return;
  Watching = true;
}

void beginWatch(Lane &L) {
  // Not wiped in a child of fork, so that no two threads of one process ever
  // have the same.
  static uint32_t Newest;
  static __thread uint32_t Mine __attribute__((tls_model("initial-exec")));
  if (!Mine)
    Mine = __atomic_add_fetch(&Newest, 1, __ATOMIC_RELAXED);
  L.Watched.Thread = Mine;
  forgetActivations(L);
  for (const void *&Block : L.Watched.Recent)
    Block = nullptr;
}

} // namespace anomalloc
