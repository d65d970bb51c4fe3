//===- Recorder.h - what a lane knows of stacks -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_RECORDER_H
#define ANOMALLOC_RUNTIME_STACKS_RECORDER_H

#include "anomalloc/Abi.h"
#include "stacks/KnownStack.h"
#include "stacks/RowAtHand.h"

namespace anomalloc::runtime {

/// What a lane knows of stacks in one of its spaces.
struct Space {
  WalkSpace Walks;
  KnownStacks Known;
};

/// What a lane knows of stacks: in normal code (First) and in signal handlers
/// that interrupted it while it was at work (Second). Valid when zeroed.
struct StackRecorder {
  uint32_t Busy;
  uint32_t Version; ///< Of First.Walks.
  Luck Known;       ///< Of events whose function has a frame.
  Space First;
  Space *Second; ///< Null until a signal handler needs it.
  /// The row of the event before this one.
  const format::StackCount *Last;
  /// Where the event that noteStack() counts keeps its row; null: nowhere.
  RowAtHand *Place;
  /// Whether findRowQuickly() has just failed for the event that noteStack() is
  /// asked for next: then that is not tried again.
  bool Refused;
  RowAtHand AtHand[1 << LogRowsAtHand]; ///< Of First, by hash.

  /// Where a row is kept. The hash takes in what tells stacks apart without
  /// looking at them: which maker call is in progress, and which row came
  /// before, for code allocates in loops.
  RowAtHand &atHand(uint64_t Asker, const uint64_t *Frame, uint64_t Size) {
    uint64_t H = Asker ^ Size << 16 ^ reinterpret_cast<uint64_t>(Frame) << 24;
    H ^= reinterpret_cast<uint64_t>(Last) << 8 ^ __anomalloc_tls.Caller << 12;
    H *= 0x9e3779b97f4a7c15u;
    return AtHand[H >> (64 - LogRowsAtHand)];
  }
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_RECORDER_H
