//===- Draws.h - which events are recorded in detail ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A sampled run draws the events that it records beside the counts
/// (anomalloc/Sampling.h). Each thread knows the distance to its next sample,
/// which has an exponential distribution, and counts it down:
/// \code
///   mayBeDrawn(24)    Left -= 24; no borrow: the event is not drawn
///   isDrawn(24)       else: the distance is over, or Left was only a part of
///                     it; then Left becomes the next part
/// \endcode
/// So an event that is not drawn costs one subtraction and a branch. Where the
/// distance has its end in an event, the next one begins behind that event:
/// what is drawn does not depend on what was drawn before.
///
/// The rate may be doubled (Cost.h). Each thread takes the new rate when its
/// next event begins (takeRate), so that each event is drawn and counted at one
/// rate. No draw decides which event that is, or it would be drawn too often.
///
/// What a thread counts down also moves the allocation clock. A thread adds it
/// to the process's clock at each sample, and after a part of the distance
/// (DrawRate::ClockStep).
///
/// All functions: any thread, async-signal-safe, errno is kept.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_SAMPLE_DRAWS_H
#define ANOMALLOC_RUNTIME_SAMPLE_DRAWS_H

#include "anomalloc/Sampling.h"
#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

struct Options;

/// What a thread knows of its draws. Valid when zeroed.
struct ThreadDraws {
  /// The bytes or events that the thread may ask for before it calls isDrawn().
  uint64_t Left;
  /// The sum of all that was ever put into Left.
  uint64_t Given;
  /// Bytes that the thread allocated beside what it took from a Left that
  /// counts bytes; without blocks that were drawn.
  uint64_t Beside;
  /// What the process's clock has of this thread's bytes.
  uint64_t Told;
  /// The distance from the end of Left to the next sample.
  uint64_t Rest;
  uint64_t Random;    ///< State of the generator.
  uint32_t Recording; ///< Rate::Recording of the recording that it is for.
  uint32_t Busy;      ///< As BusyGuard.h says; for all but Left.
  uint32_t Doublings; ///< Of the rate that the thread draws at.
  /// The rate was doubled since: the next event is drawn at the new one.
  bool IsBehind;
};

extern __thread ThreadDraws MyDraws __attribute__((tls_model("initial-exec")));

/// How the process, or its episode, draws now.
struct DrawRate {
  Sampling Of;
  /// Mean of the exponential distribution of distances, in 1 / 65536.
  uint64_t Mean;
  /// The most that Left may be, in bytes or events.
  uint64_t Step;
  /// When the bytes that a thread has not told come to so many, it tells the
  /// clock, at its next draw(). The clock is told at each sample, too.
  uint64_t ClockStep;
  uint64_t Seed;
  /// How often the rate was doubled. Only grows, up to MostDoublings. Mean,
  /// Step and ClockStep are those of the beginning.
  uint32_t Doublings, MostDoublings;
  /// Number of the recording: a thread that knows another one begins anew.
  uint32_t Recording;
};
extern DrawRate TheRate;

/// Begins a recording with the options \p O: sampled or not. Called while the
/// profile begins.
void beginSampling(const Options &O);

/// Called when the calling thread takes a lane of a recording that is sampled
/// as \p Of says: in a new recording it begins anew.
void beginDraws(const Sampling &Of);

/// Takes \p Value from \p From. Returns whether that was less. One instruction
/// where the machine has it, so that no signal handler comes in the middle.
inline bool takeFrom(uint64_t &From, uint64_t Value) {
#if defined(__x86_64__)
  bool Less;
  __asm__("subq %2, %1" : "=@ccb"(Less), "+m"(From) : "er"(Value) : "memory");
  return Less;
#else
  return __atomic_fetch_sub(&From, Value, __ATOMIC_RELAXED) < Value;
#endif
}

/// No block has so many bytes: such a request fails.
constexpr uint64_t TooLarge = uint64_t(1) << 40;

/// Begins an event of \p Size bytes of the heap. Returns false if the event is
/// not drawn. Else the caller must call isDrawn(), or leaveUndecided() if
/// somebody else will decide.
template <Sampling::Unit Of>
__attribute__((always_inline)) inline bool mayBeDrawn(size_t Size) {
  if constexpr (Of == Sampling::Bytes)
    return __builtin_expect(takeFrom(MyDraws.Left, Size), 0);
  __asm__("" ::: "memory");
  takeFrom(MyDraws.Beside, -uint64_t(Size));
  bool Less = takeFrom(MyDraws.Left, 1);
  return __builtin_expect(Less || Size >= TooLarge, 0);
}

/// Undoes mayBeDrawn().
template <Sampling::Unit Of> inline void leaveUndecided(size_t Size) {
  if constexpr (Of == Sampling::Count)
    takeFrom(MyDraws.Beside, Size);
  takeFrom(MyDraws.Left, -uint64_t(Of == Sampling::Bytes ? Size : 1));
}

/// Called before an event is counted and drawn: where the rate was doubled, the
/// calling thread takes the new one.
void takeNewRate();
inline void takeRate() {
  if (__builtin_expect(MyDraws.IsBehind, 0))
    takeNewRate();
}

/// Whether an event of \p Size bytes is drawn, of which mayBeDrawn() was not
/// asked, or not any more. If \p OfHeap, the heap makes a block of so many
/// bytes. The clock then gets them here, or, if the event is drawn, from who
/// records the block.
bool draw(size_t Size, bool OfHeap);

/// Whether draw() may put anything into Left. If not, each event comes to
/// draw().
bool drawsInLine();

template <Sampling::Unit Of> inline bool isDrawn(size_t Size) {
  leaveUndecided<Of>(Size);
  takeRate();
  return draw(Size, /*OfHeap=*/true);
}

/// The bytes that the calling thread has allocated and not told yet. They count
/// as told from now on. Not in a signal handler that interrupted it.
uint64_t takeUntold();

/// Notes that a drawn block of \p Size bytes is not recorded: the clock moves
/// all the same.
void leaveUnrecorded(size_t Size);

/// Changes with each event of the calling thread's (but not with one of no
/// bytes, if bytes are counted down).
inline uint64_t eventMark() {
  const ThreadDraws &D = MyDraws;
  return D.Given - D.Left + D.Beside;
}

/// What one sample stands for: as many blocks as it is unlikely that one of
/// them is drawn. \p Doublings: of the rate that it was drawn at.
struct SampleWeight {
  uint64_t Bytes;
  uint64_t Usable;
  uint64_t Blocks; ///< In 1 / SampleBlocks (LifetimeFormat.h).
};
SampleWeight weightOf(uint64_t Size, uint64_t Usable, uint32_t Doublings);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_SAMPLE_DRAWS_H
