//===- HeapClock.h - what the process has allocated and freed ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The allocation clock, the most that lived at once, and live bytes over the
/// clock.
///
/// If all threads wrote the same words at each event, they would wait for each
/// other. So a thread keeps back what it allocated and freed. It adds that to
/// the sums when it comes to `clock_step` bytes, and when the thread ends.
/// While there is only one thread, it adds each event at once.
///
/// So the clock that a thread reads is exact in what the thread itself did, and
/// at most one step behind each other thread. The peak can miss one step of
/// each thread. With one thread, both are exact.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_HEAPCLOCK_H
#define ANOMALLOC_RUNTIME_HEAPCLOCK_H

#include "System.h"
#include "anomalloc/LifetimeFormat.h"

/// glibc's word that no other thread exists; it is taken back before one does.
extern "C" char __libc_single_threaded __attribute__((weak));

namespace anomalloc {

/// What a thread has not yet added to the process's sums. Valid when zeroed.
struct KeptBack {
  uint64_t Allocated; ///< Bytes.
  uint64_t Freed;
  /// Change of the live blocks and of their usable bytes; negative numbers are
  /// modulo 2^64.
  uint64_t Blocks;
  uint64_t Usable;

  uint64_t sum() const { return Allocated + Freed; }
  bool isEmpty() const { return !(Allocated | Freed | Blocks); }
};

/// A block's size in bytes: what was asked for, and what the allocator gave.
struct BlockBytes {
  uint64_t Size;
  uint64_t Usable;
};

/// Valid when zeroed; in memory that a forked child finds zeroed. All functions
/// but begin(): any thread, async-signal-safe. A thread passes its own
/// KeptBack, and must not call from a signal handler that interrupted another
/// call.
class HeapClock {
public:
  /// \p Totals is the profile's. Before any other call.
  void begin(format::LifetimeTotalsRecord &Totals, uint64_t Step) {
    this->Totals = &Totals;
    this->Step = Totals.ClockStep = Step;
  }

  /// A block was made. Returns the clock, which includes the block.
  __attribute__((always_inline)) uint64_t allocate(KeptBack &Kept,
                                                   BlockBytes Block) {
    if (isAlone() && Kept.isEmpty()) {
      addAlone(Totals->LiveBlocks, 1);
      addAlone(Totals->UsableBytes, Block.Usable);
      uint64_t Clock = addAlone(Totals->AllocatedBytes, Block.Size);
      sample(Clock, Totals->FreedBytes);
      return Clock;
    }
    Kept.Allocated += Block.Size;
    ++Kept.Blocks;
    Kept.Usable += Block.Usable;
    if (Kept.sum() >= Step || isAlone())
      return tell(Kept);
    return clock() + Kept.Allocated;
  }

  /// A block is given back. Returns the clock.
  uint64_t free(KeptBack &Kept, BlockBytes Block) {
    if (isAlone()) {
      addAlone(Totals->LiveBlocks, -uint64_t(1));
      addAlone(Totals->UsableBytes, -Block.Usable);
      addAlone(Totals->FreedBytes, Block.Size);
      return clock() + Kept.Allocated;
    }
    Kept.Freed += Block.Size;
    --Kept.Blocks;
    Kept.Usable -= Block.Usable;
    if (Kept.sum() >= Step)
      return tell(Kept);
    return clock() + Kept.Allocated;
  }

  /// Adds all of \p Kept to the process's sums. Returns the clock.
  uint64_t tell(KeptBack &Kept);

  /// A block's usable size is not known.
  void noteUsableUnknown() { Totals->UsableUnknown = 1; }

  /// The most bytes that lived at once so far. Each peak is larger than the one
  /// before, so this number also names it (LifetimeEntry::Stamp).
  uint64_t peak() const {
    return __atomic_load_n(&Totals->PeakBytes, __ATOMIC_RELAXED);
  }

private:
  static bool isAlone() {
    return &__libc_single_threaded && __libc_single_threaded;
  }

  /// Adds to a counter that all threads share, and returns the sum.
  static uint64_t add(uint64_t &Counter, uint64_t Value) {
    return __atomic_add_fetch(&Counter, Value, __ATOMIC_RELAXED);
  }
  /// The same while there are no other threads. One instruction where the
  /// machine has it, so that no signal handler comes in the middle.
  static uint64_t addAlone(uint64_t &Counter, uint64_t Value) {
#if defined(__x86_64__)
    uint64_t Old = Value;
    __asm__("xaddq %0, %1" : "+r"(Old), "+m"(Counter) : : "cc");
    return Old + Value;
#else
    return add(Counter, Value);
#endif
  }

  uint64_t clock() const {
    return __atomic_load_n(&Totals->AllocatedBytes, __ATOMIC_RELAXED);
  }

  /// Notes the live bytes at this moment: \p Clock were allocated, \p Freed
  /// were freed.
  __attribute__((always_inline)) void sample(uint64_t Clock, uint64_t Freed) {
    // Other threads may have made and freed blocks since the clock was read.
    // Then the difference is too small, perhaps below zero.
    uint64_t Live = Freed < Clock ? Clock - Freed : 0;
    if (__builtin_expect(peak() < Live, 0))
      raisePeak(Live);
    format::Timeline &T = Totals->Live;
    uint64_t State = __atomic_load_n(&T.ShiftAndHalf, __ATOMIC_ACQUIRE);
    uint64_t I = Clock >> (State >> 1);
    if (__builtin_expect(I >= format::Timeline::NumPoints, 0))
      return drawBeyond(Clock, Live);
    draw(T.Points[State & 1][I], Live);
  }

  void draw(format::Timeline::Point &Point, uint64_t Live) {
    if (Point.Live < Live)
      Point = {Live, __atomic_load_n(&Totals->LiveBlocks, __ATOMIC_RELAXED),
               __atomic_load_n(&Totals->UsableBytes, __ATOMIC_RELAXED)};
  }

  void tellBlocks(const KeptBack &Kept) {
    if (Kept.Blocks)
      add(Totals->LiveBlocks, Kept.Blocks);
    if (Kept.Usable)
      add(Totals->UsableBytes, Kept.Usable);
  }

  void raisePeak(uint64_t Live);
  void drawBeyond(uint64_t Clock, uint64_t Live);

  format::LifetimeTotalsRecord *Totals;
  uint64_t Step;
  sys::Lock TimelineLock;
};

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_HEAPCLOCK_H
