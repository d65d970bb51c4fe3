//===- MeasuredStacks.h - stacks that tests show ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_MEASURE_MEASUREDSTACKS_H
#define ANOMALLOC_RUNTIME_MEASURE_MEASUREDSTACKS_H

#include "anomalloc/test/measurement.h"
#include "stacks/Unwind.h"

namespace anomalloc::runtime {

struct MeasuredStack {
  uint64_t Hash;
  uint32_t NumFrames;
  bool Cut;
  uint64_t Frames[ANOMALLOC_MEASURED_FRAMES]; ///< Return addresses.
};

/// The first different stacks that came, numbered from 1 on in the order in
/// which they came. Valid when zeroed. The caller holds the lock of
/// Measurements.
class MeasuredStacks {
public:
  /// How many numbers there are. Number 0 stands for all stacks that come
  /// later.
  static constexpr uint32_t Max = 512;

  /// The number of the calling stack of one of our allocation functions.
  /// \p Frame is the function's frame: first the caller's frame pointer, then
  /// the return address. The stack ends with the function whose frame is around
  /// \p Base.
  uint32_t number(Process &P, const uint64_t *Frame, uint64_t Base);

  const MeasuredStack &get(uint32_t Number) const { return Stacks[Number]; }
  uint32_t count() const { return Count + 1; }
  void clear();

private:
  void walk(Process &P, const uint64_t *Frame, uint64_t Base);
  bool isTheNewOne(uint32_t Number) const;

  uint32_t Count; ///< Without number 0.
  StepSpace Steps;
  MeasuredStack New; ///< Not on the program's stack, which may be small.
  MeasuredStack Stacks[Max];
  uint16_t ByHash[2 * Max];
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MEASURE_MEASUREDSTACKS_H
