//===- Cost.h - a rate that is as fine as time allows -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a run with --sample=auto, recording what is drawn shall take no more than
/// a hundredth of the process's processor time. Each thread times how long it
/// records a drawn block, when that is made and when it is freed. When that
/// becomes too much, the rate is doubled (DrawRate::Doublings). Where nothing
/// is drawn or freed that was, no clock is asked.
///
/// All functions but beginCost(): any thread, async-signal-safe, errno is kept.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_SAMPLE_COST_H
#define ANOMALLOC_RUNTIME_SAMPLE_COST_H

#include "sample/Draws.h"
#include <stdint.h>

namespace anomalloc::runtime {

/// Says when recording has taken too much time. Times are in nanoseconds, and
/// sums since any moment. So over a run, recording takes a hundredth of the
/// time, and Slack for each doubling, and once more.
class CostLimit {
public:
  /// So much more than a hundredth may be spent before a rate is doubled. There
  /// are some hundreds of draws at each rate.
  static constexpr uint64_t Slack = 1000000;
  /// Of what a calm process did not spend, so much may be spent later.
  static constexpr uint64_t MostSaved = 100000000;

  /// \p Processor is the processor time when recording begins.
  explicit constexpr CostLimit(uint64_t Processor = 0) : Processor(Processor) {}

  /// Whether recording has taken too much since it last had. \p SpentNow was
  /// spent on it, of \p ProcessorNow that the process used.
  bool isPassed(uint64_t SpentNow, uint64_t ProcessorNow) {
    const uint64_t Its = SpentNow - Spent;
    const uint64_t Allowed = (ProcessorNow - Processor) / 100 + Slack;
    if (Its > Allowed) {
      Spent = SpentNow;
      Processor = ProcessorNow;
      return true;
    }
    if (Allowed - Its > MostSaved)
      Processor += (Allowed - Its - MostSaved) * 100;
    return false;
  }

private:
  uint64_t Spent = 0;
  uint64_t Processor;
};

/// Begins a recording with a rate that grows. If \p DrawsToDouble is not 0, the
/// rate is doubled each time that so many blocks were drawn, and no clock is
/// asked. Called while the profile begins.
void beginCost(uint64_t DrawsToDouble);

/// Lives while a drawn block is recorded, or a block is freed that may have
/// been drawn. Where the rate does not grow, it does nothing.
class DrawTimer {
public:
  enum Event : uint8_t { Drawn, Freed };
  explicit DrawTimer(Event Of) : Of(Of), Counts(TheRate.Of.Grows) {
    if (__builtin_expect(Counts, 0))
      begin();
  }
  ~DrawTimer() {
    if (__builtin_expect(Counts, 0))
      end();
  }
  DrawTimer(const DrawTimer &) = delete;
  DrawTimer &operator=(const DrawTimer &) = delete;

private:
  void begin();
  void end();

  const Event Of;
  const bool Counts;
  uint64_t Began; ///< 0: it is not timed. Set where Counts is true.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_SAMPLE_COST_H
