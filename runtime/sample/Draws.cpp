//===- Draws.cpp - which events are recorded in detail --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample/Draws.h"
#include "count/BusyGuard.h"
#include "count/Lane.h"
#include "count/Sections.h"
#include "process/Options.h"
#include "process/Process.h"
#include "sample/Cost.h"

namespace anomalloc::runtime {

__thread ThreadDraws MyDraws;

DrawRate TheRate;

//===----------------------------------------------------------------------===//
// Numbers at random
//===----------------------------------------------------------------------===//

/// The mixing function of the generator SplitMix64.
static uint64_t mixed(uint64_t X) {
  X = (X ^ X >> 30) * 0xbf58476d1ce4e5b9u;
  X = (X ^ X >> 27) * 0x94d049bb133111ebu;
  return X ^ X >> 31;
}

static uint64_t nextRandom(ThreadDraws &D) {
  return mixed(D.Random += 0x9e3779b97f4a7c15u);
}

/// The binary logarithm of X / 2^64, negated, in 2^-40; at most 64.
static uint64_t negativeLog(uint64_t X) {
  const unsigned Zeros = unsigned(__builtin_clzll(X | 1));
  uint64_t Mantissa = (X | 1) << Zeros; // From 1 to 2, in 2^-63.
  uint64_t Log = 0;
  // Each squaring shows one more bit of the logarithm.
  for (unsigned I = 0; I != 40; ++I) {
    const unsigned __int128 Square = (unsigned __int128)Mantissa * Mantissa;
    const bool Two = Square >> 127;
    Mantissa = uint64_t(Square >> (Two ? 64 : 63));
    Log = Log << 1 | Two;
  }
  return (uint64_t(Zeros + 1) << 40) - Log;
}

/// A distance with the exponential distribution, rounded down.
static uint64_t distance(ThreadDraws &D) {
  constexpr uint64_t LogOfTwo = 0xb17217f7; // ln 2, in 2^-32.
  const uint64_t E =
      uint64_t((unsigned __int128)negativeLog(nextRandom(D)) * LogOfTwo >> 32);
  const uint64_t Mean = TheRate.Mean << D.Doublings;
  return uint64_t((unsigned __int128)E * Mean >> (40 + 16));
}

/// The mean of an exponential distribution whose first unit has the probability
/// 1 / \p Events: -1 / ln(1 - 1 / Events).
static double meanForCount(uint64_t Events) {
  const double Share = 1.0 / double(Events);
  double Sum = 0, Power = 1;
  for (unsigned I = 1; I != 64; ++I)
    Sum += (Power *= Share) / I;
  return 1 / Sum;
}

//===----------------------------------------------------------------------===//
// Recordings
//===----------------------------------------------------------------------===//

void beginSampling(const Options &O) {
  DrawRate &R = TheRate;
  R.Of = O.sample;
  ++R.Recording;
  if (!R.Of)
    return;
  const bool OfBytes = R.Of.Of == Sampling::Bytes;
  R.Mean = OfBytes          ? R.Of.Mean << 16
           : R.Of.Mean == 1 ? 0
                            : uint64_t(meanForCount(R.Of.Mean) * 65536);
  R.Step = R.ClockStep = ~uint64_t(0);
  if (O.mode.has(Mode::Lifetime)) {
    R.Step = R.Of.Mean / 8 + 1;
    R.ClockStep = OfBytes && R.Step > O.clock_step ? R.Step : O.clock_step;
    if (OfBytes)
      R.Step = R.ClockStep;
  }
  R.Doublings = R.MostDoublings = 0;
  if (R.Of.Grows) {
    while (R.MostDoublings != Sampling::MaxDoublings &&
           R.Of.Mean <= Sampling::LargestMean >> (R.MostDoublings + 1))
      ++R.MostDoublings;
    beginCost(O.sample_double);
  }
  R.Seed = O.sample_seed ? O.sample_seed
                         : sys::realTime() ^ uint64_t(sys::processId()) << 40;
}

/// The bytes that the thread has ever allocated, without drawn blocks.
static uint64_t bytesOf(const ThreadDraws &D) {
  return TheRate.Of.Of == Sampling::Bytes ? D.Given - D.Left + D.Beside
                                          : D.Beside;
}

/// Takes all that is left, so that a signal handler that comes now calls
/// draw().
static uint64_t takeAll(ThreadDraws &D) {
  const uint64_t Was = __atomic_exchange_n(&D.Left, 0, __ATOMIC_RELAXED);
  D.Given -= Was;
  // A signal handler came between mayBeDrawn() and here: it took from what was
  // not there, and found no end.
  return int64_t(Was) < 0 ? 0 : Was;
}

/// The thread's first event of this recording may be the next one.
static void begin(ThreadDraws &D) {
  static uint32_t Threads;
  takeAll(D);
  D.Recording = TheRate.Recording;
  const uint32_t Serial = __atomic_fetch_add(&Threads, 1, __ATOMIC_RELAXED);
  D.Random = mixed(TheRate.Seed + Serial);
  D.Doublings = __atomic_load_n(&TheRate.Doublings, __ATOMIC_RELAXED);
  D.IsBehind = false;
  D.Rest = distance(D);
  D.Told = bytesOf(D);
}

void beginDraws(const Sampling &Of) {
  ThreadDraws &D = MyDraws;
  if (TheRate.Of && D.Recording != TheRate.Recording)
    if (BusyGuard Guard(D.Busy); Guard)
      begin(D);
  if (Of.Grows || Scopes.Rate)
    countByRate(Of.Grows ? D.Doublings : 0);
}

//===----------------------------------------------------------------------===//
// Draws
//===----------------------------------------------------------------------===//

/// The clock gets what the thread has allocated without a sample.
static void tellClock() {
  Lane *L = MyLane;
  if (L->Self == L && L->Owner->Lifetimes.Totals)
    tellPassed(*L);
}

bool drawsInLine() { return InterposesAll || !numUnits(); }

void takeNewRate() {
  ThreadDraws &D = MyDraws;
  BusyGuard Guard(D.Busy);
  if (!Guard)
    return;
  D.IsBehind = false;
  D.Doublings = __atomic_load_n(&TheRate.Doublings, __ATOMIC_RELAXED);
  takeAll(D);
  D.Rest = distance(D);
  countByRate(D.Doublings);
}

bool draw(size_t Size, bool OfHeap) {
  ThreadDraws &D = MyDraws;
  const bool OfBytes = TheRate.Of.Of == Sampling::Bytes;
  const uint64_t Way = OfBytes ? Size : 1;
  const uint64_t Bytes = OfHeap && Size < TooLarge ? Size : 0;
  BusyGuard Guard(D.Busy);
  if (!Guard) {
    takeFrom(D.Beside, -Bytes);
    return false;
  }
  if (__builtin_expect(D.Recording != TheRate.Recording, 0))
    begin(D);
  const uint64_t Ahead = takeAll(D) + D.Rest;
  const bool Drawn = Ahead < Way;
  if (!Drawn)
    takeFrom(D.Beside, -Bytes);
  const uint64_t Next = Drawn ? distance(D) : Ahead - Way;
  // Then the next event comes to takeRate(), whatever the distance is.
  D.IsBehind =
      D.Doublings != __atomic_load_n(&TheRate.Doublings, __ATOMIC_RELAXED);
  const uint64_t Most =
      drawsInLine() && !D.IsBehind ? TheRate.Step << D.Doublings : 0;
  const uint64_t Part = Next < Most ? Next : Most;
  D.Rest = Next - Part;
  D.Given += Part + (!OfBytes && OfHeap);
  takeFrom(D.Left, -Part);
  if (!Drawn && bytesOf(D) - D.Told >= TheRate.ClockStep << D.Doublings)
    tellClock();
  return Drawn;
}

uint64_t takeUntold() {
  ThreadDraws &D = MyDraws;
  const uint64_t Bytes = bytesOf(D), Untold = Bytes - D.Told;
  D.Told = Bytes;
  return Untold;
}

void leaveUnrecorded(size_t Size) {
  if (TheRate.Of && Size < TooLarge)
    takeFrom(MyDraws.Beside, -uint64_t(Size));
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// 1 - exp(-X).
static double shareOf(double X) {
  if (X > 40)
    return 1;
  // 1 - exp(-2 * X) is Share * (2 - Share).
  unsigned Halved = 0;
  for (; X > 1.0 / 1024; X /= 2)
    ++Halved;
  double Share = X * (1 - X / 2 * (1 - X / 3 * (1 - X / 4)));
  for (; Halved; --Halved)
    Share *= 2 - Share;
  return Share;
}

/// No sum of weights overflows.
static uint64_t rounded(double X) {
  constexpr double Most = double(uint64_t(1) << 56);
  return uint64_t(X < Most ? X + 0.5 : Most);
}

SampleWeight weightOf(uint64_t Size, uint64_t Usable, uint32_t Doublings) {
  const double Mean = double(TheRate.Of.doubled(Doublings).Mean);
  const double Share = TheRate.Of.Of == Sampling::Count ? 1 / Mean
                       : Size ? shareOf(double(Size) / Mean)
                              : 1;
  return {rounded(double(Size) / Share), rounded(double(Usable) / Share),
          rounded(double(format::SampleBlocks) / Share)};
}

} // namespace anomalloc::runtime
