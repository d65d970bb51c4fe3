//===- Cost.cpp - a rate that is as fine as time allows -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample/Cost.h"
#include "process/System.h"

namespace anomalloc::runtime {

/// After so many draws the limit is looked at.
static constexpr uint64_t DrawsToLook = 64;
/// A thread that seems to be at it for longer was interrupted.
static constexpr uint64_t MostTicks = 50000;
/// What a draw takes beside what is timed, as callgrind counts it: the
/// distance, and the clock of lifetimes.
static constexpr uint64_t TicksOfDraw = 800;

namespace {
struct {
  uint64_t DrawsToDouble = 0; ///< 0: the limit decides.
  uint64_t Draws = 0;
  uint64_t Spent = 0; ///< Ticks of all threads.
  uint64_t FirstTick = 0, FirstTime = 0;
  CostLimit Limit;
  uint32_t Looking = 0; ///< Whether a thread looks at the limit now.
} Cost;
} // namespace

/// Asks no kernel: a system call would take as long as what is timed.
static uint64_t ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return sys::monotonicTime();
#endif
}

void beginCost(uint64_t DrawsToDouble) {
  Cost = decltype(Cost)();
  Cost.DrawsToDouble = DrawsToDouble;
  if (DrawsToDouble)
    return;
  Cost.FirstTick = ticks();
  Cost.FirstTime = sys::monotonicTime();
  Cost.Limit = CostLimit(sys::processTime());
}

/// By one thread at a time.
static bool isTooMuch() {
  const double Ticks = double(ticks() - Cost.FirstTick);
  const double Time = double(sys::monotonicTime() - Cost.FirstTime);
  const double Spent = double(__atomic_load_n(&Cost.Spent, __ATOMIC_RELAXED));
  return Cost.Limit.isPassed(uint64_t(Spent / (Ticks + 1) * Time),
                             sys::processTime());
}

static void look() {
  // Another thread, or the one that a signal handler interrupted, is at it.
  if (__atomic_exchange_n(&Cost.Looking, 1, __ATOMIC_ACQUIRE))
    return;
  const uint32_t Times = __atomic_load_n(&TheRate.Doublings, __ATOMIC_RELAXED);
  if (Times != TheRate.MostDoublings && (Cost.DrawsToDouble || isTooMuch()))
    __atomic_store_n(&TheRate.Doublings, Times + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&Cost.Looking, 0, __ATOMIC_RELEASE);
}

void DrawTimer::begin() { Began = Cost.DrawsToDouble ? 0 : ticks(); }

void DrawTimer::end() {
  if (Began) {
    const uint64_t Its = ticks() - Began + (Of == Drawn ? TicksOfDraw : 0);
    __atomic_fetch_add(&Cost.Spent, Its < MostTicks ? Its : MostTicks,
                       __ATOMIC_RELAXED);
  }
  if (Of == Freed)
    return;
  const uint64_t Draws = __atomic_add_fetch(&Cost.Draws, 1, __ATOMIC_RELAXED);
  if (Draws % (Cost.DrawsToDouble ? Cost.DrawsToDouble : DrawsToLook) == 0)
    look();
}

} // namespace anomalloc::runtime
