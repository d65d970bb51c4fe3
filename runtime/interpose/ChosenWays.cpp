//===- ChosenWays.cpp - what the table of ways has ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Detail.h"
#include "interpose/Ways.h"
#include "measure/Measurements.h"

namespace anomalloc::runtime {

/// All real functions are known.
static bool MayShorten;

/// What the run records.
static Mode RecordedMode;
static Sampling::Unit DrawnBy;

void shortenWays() {
  __atomic_store_n(&MayShorten, true, __ATOMIC_RELEASE);
  shortenCountingWays();
  if (DrawnBy)
    shortenSampledWays();
  else
    useShortWays(RecordedMode);
}

void countAnew() {
  RecordedMode = {};
  DrawnBy = Sampling::None;
  useCountingWays();
  __atomic_store_n(&MayShorten, true, __ATOMIC_RELEASE);
  shortenCountingWays();
}

static void chooseDetailedWays() {
  const bool FreesToo = RecordedMode.Bits != Mode::Stacks;
  if (!DrawnBy) {
    useLongWays<false>(FreesToo);
    return useShortWays(RecordedMode);
  }
  useSampledWays(DrawnBy, FreesToo);
  if (__atomic_load_n(&MayShorten, __ATOMIC_ACQUIRE)) {
    shortenCountingWays();
    shortenSampledWays();
  }
}

void interposeInDetail(const Mode &M, Sampling::Unit Drawn) {
  const bool WasDetailed = RecordedMode.detailed();
  RecordedMode = M;
  DrawnBy = Drawn;
  if (M.detailed())
    return chooseDetailedWays();
  if (!WasDetailed)
    return;
  useCountingWays();
  if (__atomic_load_n(&MayShorten, __ATOMIC_ACQUIRE))
    shortenCountingWays();
}

void interposeForTests(bool Measured) {
  if (Measured)
    return useLongWays<true>(/*FreesToo=*/true);
  useCountingWays();
  if (__atomic_load_n(&MayShorten, __ATOMIC_ACQUIRE))
    shortenCountingWays();
  if (RecordedMode.detailed())
    chooseDetailedWays();
}

} // namespace anomalloc::runtime
