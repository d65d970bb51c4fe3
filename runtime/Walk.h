//===- Walk.h - walks up a stack, remembered --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A walk is kept together with every word of stack memory that it relied on:
/// if none has changed, each step would do the same again. Async-signal-safe,
/// by the lane's own thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_WALK_H
#define ANOMALLOC_RUNTIME_WALK_H

#include "Process.h"
#include "StackTable.h"

namespace anomalloc {

/// A deeper stack is cut at its outer end.
inline constexpr uint32_t MaxFrames = 16384;
inline constexpr uint32_t MaxOthers = 64;

/// A word of stack memory, and what it was.
struct StackWord {
  const uint64_t *At;
  uint64_t Value;
};

/// One level of a walk.
struct WalkedFrame {
  uint64_t Pc;
  uint64_t StackPointer;
  const uint64_t *ReturnAddress; ///< Null: the outermost, or cut.
  uint64_t CallersPc;            ///< What is there.
  /// Where rbp was, if this step needed it; else null.
  const uint64_t *FramePointer;
  uint64_t FramePointersValue;
  /// Where rbp was when the walk came here.
  const uint64_t *FramePointerHere;
  uint32_t Node;
  uint16_t FirstOther; ///< Of Walk::Others.
  uint8_t NumOthers;
  bool Interrupted;
  bool ByFramePointer;
  /// Some step from here on outwards needed rbp from where it was here.
  bool NeedsFramePointer;
};

/// The last walk: outermost frame first, so that a new one that joins it leaves
/// the outer ones in their places.
struct Walk {
  uint32_t NumFrames; ///< 0: there is none.
  uint32_t Leaf;      ///< Index of the code that called the runtime.
  uint32_t Generation;
  uint32_t Epoch;
  uint32_t NumOthers;
  StackWord Others[MaxOthers];
  WalkedFrame Frames[MaxFrames];
};

/// A frame of the last walk stands as it stood.
inline bool isUnchanged(const Walk &W, const WalkedFrame &F) {
  if (F.FramePointer && *F.FramePointer != F.FramePointersValue)
    return false;
  for (unsigned I = 0; I != F.NumOthers; ++I) {
    const StackWord &O = W.Others[F.FirstOther + I];
    if (*O.At != O.Value)
      return false;
  }
  return !F.ReturnAddress || *F.ReturnAddress == F.CallersPc;
}

/// The last walk's frame \p Index and all outer ones stand as they stood.
inline bool areUnchanged(const Walk &W, uint32_t Index) {
  for (uint32_t I = Index + 1; I-- != 0;)
    if (!isUnchanged(W, W.Frames[I]))
      return false;
  return true;
}

/// Code and numbers of stacks still mean what they meant.
inline bool isCurrent(const Process &P, const Walk &W) {
  return W.NumFrames && W.Generation == P.Rules.generation() &&
         W.Epoch == __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED);
}

/// Where walks leave what they found. Valid when zeroed.
struct WalkSpace {
  NodeTable Nodes;
  Walk Last;
  WalkedFrame New[MaxFrames]; ///< Innermost first.
  StepSpace Steps;
};

/// Makes the stack from \p From on the last walk of \p S, the space of \p L
/// that is numbered \p SpaceNumber; \p Leaf is the node of \p Caller, the code
/// that called the runtime. False when there is no room in the profile.
bool walkStack(Lane &L, uint32_t SpaceNumber, WalkSpace &S,
               const FrameCursor &From, const void *Caller, uint32_t &Leaf);

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_WALK_H
