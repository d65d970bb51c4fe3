//===- MeasuredStacks.cpp - stacks that tests show ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/MeasuredStacks.h"
#include "stacks/Capture.h"

namespace anomalloc::runtime {

__attribute__((noinline)) void
MeasuredStacks::walk(Process &P, const uint64_t *Frame, uint64_t Base) {
  LiveRegisters Live;
  FrameCursor At = {};
  WordsRead Words;
  New.NumFrames = 0;
  New.Cut = false;
  New.Hash = 0;
  StepResult Result = StepResult::Caller;
  if (FramesShowCallers) {
    At.Pc = Frame[1];
    At.StackPointer = reinterpret_cast<uint64_t>(Frame + 2);
    At.Registers[RegFrame] = Frame;
  } else {
    ANOMALLOC_CAPTURE(At, Live);
    placeRegisters(At, Live);
    while (Result == StepResult::Caller && At.Pc != Frame[1])
      Result = stepToCaller(P, At, Steps, Words);
  }
  while (Result == StepResult::Caller && At.StackPointer <= Base) {
    if (New.NumFrames == ANOMALLOC_MEASURED_FRAMES) {
      New.Cut = true;
      break;
    }
    // What prints them takes each for an address behind a call.
    uint64_t Pc = At.Pc + At.Interrupted;
    New.Frames[New.NumFrames++] = Pc;
    New.Hash = (New.Hash ^ Pc) * 0x9e3779b97f4a7c15u;
    New.Hash ^= New.Hash >> 29;
    Result = stepToCaller(P, At, Steps, Words);
    New.Cut = Result == StepResult::Cut;
  }
}

bool MeasuredStacks::isTheNewOne(uint32_t Number) const {
  const MeasuredStack &Known = Stacks[Number];
  if (Known.Hash != New.Hash || Known.NumFrames != New.NumFrames)
    return false;
  for (uint32_t I = 0; I != New.NumFrames; ++I)
    if (Known.Frames[I] != New.Frames[I])
      return false;
  return true;
}

uint32_t MeasuredStacks::number(Process &P, const uint64_t *Frame,
                                uint64_t Base) {
  walk(P, Frame, Base);
  constexpr uint32_t Mask = 2 * Max - 1;
  uint32_t I = uint32_t(New.Hash);
  for (; ByHash[I & Mask]; ++I)
    if (isTheNewOne(ByHash[I & Mask]))
      return ByHash[I & Mask];
  if (count() == Max)
    return 0;
  ++Count;
  Stacks[Count] = New;
  ByHash[I & Mask] = uint16_t(Count);
  return Count;
}

void MeasuredStacks::clear() {
  if (Count)
    __builtin_memset(ByHash, 0, sizeof(ByHash));
  Count = 0;
}

} // namespace anomalloc::runtime
