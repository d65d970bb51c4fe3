//===- HeapClock.cpp - what the process has allocated and freed -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lifetime/HeapClock.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

void HeapClock::draw(Timeline::Point &Point, uint64_t Live) {
  if (Point.Live < Live)
    Point = {Live, __atomic_load_n(&Totals->LiveBlocks, __ATOMIC_RELAXED),
             __atomic_load_n(&Totals->UsableBytes, __ATOMIC_RELAXED)};
}

/// Notes the live bytes at this moment: \p Clock were allocated, \p Freed were
/// freed.
void HeapClock::sample(uint64_t Clock, uint64_t Freed) {
  // Other threads may have made and freed blocks since the clock was read.
  // Then the difference is too small, perhaps below zero. In a sampled run the
  // difference alone means something.
  uint64_t Live = int64_t(Clock - Freed) > 0 ? Clock - Freed : 0;
  if (peak() < Live)
    raisePeak(Live);
  Timeline &T = Totals->Live;
  uint64_t State = __atomic_load_n(&T.ShiftAndHalf, __ATOMIC_ACQUIRE);
  uint64_t I = Clock >> (State >> 1);
  if (__builtin_expect(I >= Timeline::NumPoints, 0))
    drawBeyond(Clock, Live);
  else
    draw(T.Points[State & 1][I], Live);
}

ANOMALLOC_PRESERVE_MOST void HeapClock::noteRise() {
  const uint64_t Clock = clock(),
                 Freed = __atomic_load_n(&Totals->FreedBytes, __ATOMIC_RELAXED);
  sample(Clock, Freed);
  __atomic_store_n(&CalmLive, Clock - Freed, __ATOMIC_RELAXED);
}

/// The only thread's clock comes to \p Clock, perhaps to another point of the
/// timeline.
ANOMALLOC_PRESERVE_MOST void HeapClock::turnTo(uint64_t Clock) {
  if (hasRisen())
    noteRise();
  const Timeline &T = Totals->Live;
  if (Clock >> (T.ShiftAndHalf >> 1) >= Timeline::NumPoints)
    drawBeyond(Clock, 0);
  const uint64_t Shift = T.ShiftAndHalf >> 1, I = Clock >> Shift;
  CalmLive = T.Points[T.ShiftAndHalf & 1][I].Live;
  CalmEnd = (I + 1) << Shift;
}

ANOMALLOC_PRESERVE_MOST uint64_t HeapClock::tell(KeptBack &Kept) {
  if (__builtin_expect(__atomic_load_n(&CalmLive, __ATOMIC_RELAXED) != NoRise,
                       0)) {
    if (hasRisen())
      noteRise();
    __atomic_store_n(&CalmLive, NoRise, __ATOMIC_RELAXED);
    __atomic_store_n(&CalmEnd, uint64_t(0), __ATOMIC_RELAXED);
  }
  tellBlocks(Kept);
  bool Grown = Kept.Allocated;
  uint64_t Clock =
      Grown ? add(Totals->AllocatedBytes, Kept.Allocated) : clock();
  uint64_t Freed = Kept.Freed
                       ? add(Totals->FreedBytes, Kept.Freed)
                       : __atomic_load_n(&Totals->FreedBytes, __ATOMIC_RELAXED);
  Kept = {};
  // A free, or the thread's end, may be what tells of births: then nobody else
  // would look.
  if (Grown)
    sample(Clock, Freed);
  return Clock;
}

void HeapClock::raisePeak(uint64_t Live) {
  uint64_t Known = peak();
  while (Known < Live) {
    if (isAlone())
      return __atomic_store_n(&Totals->PeakBytes, Live, __ATOMIC_RELAXED);
    if (__atomic_compare_exchange_n(&Totals->PeakBytes, &Known, Live, true,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return;
  }
}

/// The clock has left the last point of the timeline: joins pairs of points
/// until it has one.
void HeapClock::drawBeyond(uint64_t Clock, uint64_t Live) {
  Timeline &T = Totals->Live;
  sys::SignalGuard Guard;
  sys::LockGuard Lock(TimelineLock, Guard);
  for (;;) {
    uint64_t Shift = T.ShiftAndHalf >> 1, Half = T.ShiftAndHalf & 1;
    Timeline::Point *From = T.Points[Half], *To = T.Points[!Half];
    if (uint64_t I = Clock >> Shift; I < Timeline::NumPoints)
      return draw(From[I], Live);
    for (uint32_t I = 0; I != Timeline::NumPoints; ++I) {
      uint32_t Pair = 2 * I;
      To[I] = {};
      if (Pair < Timeline::NumPoints)
        To[I] = From[Pair + (From[Pair].Live < From[Pair + 1].Live)];
    }
    __atomic_store_n(&T.ShiftAndHalf, (Shift + 1) << 1 | !Half,
                     __ATOMIC_RELEASE);
  }
}

} // namespace anomalloc::runtime
