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
/// So the clock that a thread reads has all that the thread itself did, and
/// lacks at most one step for every other thread. The peak can miss one step of
/// every thread. With one thread, both are exact.
///
/// While the only thread makes block after block, each of them would raise the
/// peak. So a rise is noted when it ends: before the next block is given back.
/// A rise that lasts until the end, the reader sees from the sums.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_HEAPCLOCK_H
#define ANOMALLOC_RUNTIME_LIFETIME_HEAPCLOCK_H

#include "anomalloc/Abi.h"
#include "anomalloc/LifetimeFormat.h"
#include "process/System.h"

/// Set by glibc while no other thread exists; cleared before another thread
/// begins.
extern "C" char __libc_single_threaded __attribute__((weak));

namespace anomalloc::runtime {

/// What a thread has not yet added to the process's sums. Valid when zeroed.
struct KeptBack {
  uint64_t Allocated; ///< Bytes.
  uint64_t Freed;     ///< Bytes.
  /// Change of the number of live blocks, and of their usable bytes; negative
  /// numbers are modulo 2^64.
  uint64_t Blocks;
  uint64_t Usable;
  uint64_t Events; ///< The number of events that are kept back.

  uint64_t sum() const { return Allocated + Freed; }
};

/// A block's size in bytes: what was asked for, and what the allocator gave.
struct BlockBytes {
  uint64_t Size;
  uint64_t Usable;
};

/// Valid when zeroed; in memory that a forked child finds zeroed. All functions
/// but begin() may be called by any thread, and are async-signal-safe. A thread
/// passes its own KeptBack. A signal handler must not call a function here if
/// it interrupted another call.
class HeapClock {
public:
  /// \p Totals is the profile's record, \p Step the option `clock_step`. Called
  /// before any other function.
  void begin(format::LifetimeTotalsRecord &Totals, uint64_t Step) {
    this->Totals = &Totals;
    this->Step = Totals.ClockStep = Step;
    static const char No = 0;
    Alone = &__libc_single_threaded ? &__libc_single_threaded : &No;
  }

  /// Notes that a block was made. Returns the clock, which includes the block.
  __attribute__((always_inline)) uint64_t allocate(KeptBack &Kept,
                                                   BlockBytes Block) {
    // One question after the other: else the compiler joins them, which takes
    // more instructions.
    if (__builtin_expect(!isAlone(), 0))
      return allocateBesides(Kept, Block);
    if (__builtin_expect(Kept.Events != 0, 0))
      return allocateBesides(Kept, Block);
    format::LifetimeTotalsRecord &T = *Totals;
    const uint64_t Clock = T.AllocatedBytes + Block.Size;
    if (__builtin_expect(Clock >= CalmEnd, 0))
      turnTo(Clock);
    addAlone(T.LiveBlocks, 1);
    addAlone(T.UsableBytes, Block.Usable);
    addAlone(T.AllocatedBytes, Block.Size);
    return Clock;
  }

  /// Whether a rise has not been noted yet. If so, noteRise() must be called
  /// before a block is given back.
  bool hasRisen() const {
    return clock() - __atomic_load_n(&Totals->FreedBytes, __ATOMIC_RELAXED) >
           __atomic_load_n(&CalmLive, __ATOMIC_RELAXED);
  }
  ANOMALLOC_PRESERVE_MOST void noteRise();

  /// Notes that a block is given back. Returns the clock.
  uint64_t free(KeptBack &Kept, BlockBytes Block) {
    bool Alone = isAlone();
    bool Full = !keepsBack(Alone, Kept, Block.Size);
    keepFree(Alone, Kept, Block);
    return Full ? tell(Kept) : clockFor(Kept);
  }

  // The parts of free(), for code that may call nothing.

  /// Whether no other thread exists.
  bool isAlone() const { return *Alone; }
  /// Whether the thread can keep back \p Size bytes more. If not, the caller
  /// must call tell() after keepFree().
  bool keepsBack(bool Alone, const KeptBack &Kept, uint64_t Size) const {
    return __builtin_expect(Alone, 1) || Kept.sum() + Size < Step;
  }
  /// The clock as seen by the thread that keeps back \p Kept.
  uint64_t clockFor(const KeptBack &Kept) const {
    return clock() + Kept.Allocated;
  }
  void keepFree(bool Alone, KeptBack &Kept, BlockBytes Block) {
    if (__builtin_expect(Alone, 1)) {
      format::LifetimeTotalsRecord &T = *Totals;
      addAlone(T.LiveBlocks, -uint64_t(1));
      addAlone(T.UsableBytes, -Block.Usable);
      addAlone(T.FreedBytes, Block.Size);
      return;
    }
    Kept.Freed += Block.Size;
    --Kept.Blocks;
    Kept.Usable -= Block.Usable;
    ++Kept.Events;
  }

  /// In a sampled run, all goes this way. Notes that the thread has allocated
  /// \p Bytes, and that the estimate of what lives changes by \p Change, whose
  /// members are modulo 2^64. Returns the clock.
  struct LiveChange {
    uint64_t Bytes, Usable, Blocks;
  };
  uint64_t pass(KeptBack &Kept, uint64_t Bytes, const LiveChange &Change) {
    Kept.Allocated += Bytes;
    Kept.Freed += Bytes - Change.Bytes;
    Kept.Usable += Change.Usable;
    Kept.Blocks += Change.Blocks;
    return tell(Kept);
  }

  /// Adds all of \p Kept to the process's sums. Returns the clock.
  ANOMALLOC_PRESERVE_MOST uint64_t tell(KeptBack &Kept);

  /// Notes that a block's usable size is not known.
  void noteUsableUnknown() { Totals->UsableUnknown = 1; }

  /// The most bytes that lived at once so far. Each peak is larger than the one
  /// before, so this number also names it (LifetimeEntry::Stamp).
  uint64_t peak() const {
    return __atomic_load_n(&Totals->PeakBytes, __ATOMIC_RELAXED);
  }

private:
  /// allocate() while there are other threads, or something is kept back.
  uint64_t allocateBesides(KeptBack &Kept, BlockBytes Block) {
    Kept.Allocated += Block.Size;
    ++Kept.Blocks;
    Kept.Usable += Block.Usable;
    ++Kept.Events;
    if (__builtin_expect(Kept.sum() >= Step || isAlone(), 0))
      return tell(Kept);
    return clock() + Kept.Allocated;
  }

  /// Adds to a counter that all threads share, and returns the sum.
  static uint64_t add(uint64_t &Counter, uint64_t Value) {
    return __atomic_add_fetch(&Counter, Value, __ATOMIC_RELAXED);
  }
  /// Adds to a counter while there are no other threads. One instruction where
  /// the machine has it, so that no signal handler comes in the middle.
  static void addAlone(uint64_t &Counter, uint64_t Value) {
#if defined(__x86_64__)
    __asm__("addq %1, %0" : "+m"(Counter) : "er"(Value) : "cc");
#else
    add(Counter, Value);
#endif
  }

  uint64_t clock() const {
    return __atomic_load_n(&Totals->AllocatedBytes, __ATOMIC_RELAXED);
  }

  void sample(uint64_t Clock, uint64_t Freed);
  ANOMALLOC_PRESERVE_MOST void turnTo(uint64_t Clock);
  void draw(format::Timeline::Point &Point, uint64_t Live);

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
  /// Points to __libc_single_threaded, or to a constant 0.
  const char *Alone;
  /// As long as the only thread has at most CalmLive live bytes, and its clock
  /// is less than CalmEnd, neither the peak nor the timeline changes. With
  /// other threads, CalmLive is NoRise: tell() looks at what it tells.
  uint64_t CalmLive, CalmEnd;
  static constexpr uint64_t NoRise = ~uint64_t(0);
  sys::Lock TimelineLock;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_HEAPCLOCK_H
