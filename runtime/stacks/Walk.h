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

#ifndef ANOMALLOC_RUNTIME_STACKS_WALK_H
#define ANOMALLOC_RUNTIME_STACKS_WALK_H

#include "process/Process.h"
#include "stacks/StackTable.h"

namespace anomalloc::runtime {

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
  /// Where the frame pointer was stored when the walk came here.
  const uint64_t *FramePointerHere;
  uint32_t Place; ///< Number in StackTable::Places; 0: not looked up yet.
  uint32_t Node;
  /// How many of Walk::Words this level and all outer ones relied on.
  uint32_t WordsEnd;
  /// How many of this level's words come from WordsRead::Others.
  uint8_t NumOthers;
  bool HasReturnAddress; ///< Whether a simple step from here read one.
  /// How the walk came here. Interrupted, ByFramePointer: as in FrameCursor.
  enum : uint8_t { ByCall = 0, Interrupted = 1, ByFramePointer = 2 };
  uint8_t Way;
  /// Whether a step from here on outwards read the frame pointer
  /// at FramePointerHere.
  bool NeedsFramePointer;
};

/// The last walk, outermost frame first. So a new walk that joins this one
/// leaves the outer frames in their places. Their words also stand first, and
/// also stay. The words of one frame are its return address, then others, then
/// the word that had the frame pointer if the step needed it. Read backwards,
/// all words are in the order in which a walk reads them.
struct Walk {
  static constexpr uint32_t MaxWords = 2 * MaxFrames + MaxOthers;
  uint32_t NumFrames; ///< 0: there is none.
  uint32_t Leaf;      ///< Index of the frame that called the runtime.
  uint32_t Generation;
  uint32_t Epoch;
  uint32_t NumOthers;
  WalkedFrame Frames[MaxFrames];
  StackWord Words[MaxWords];

  uint32_t wordsBegin(uint32_t Frame) const {
    return Frame ? Frames[Frame - 1].WordsEnd : 0;
  }
};

/// How many words of stack memory the walk \p W relied on.
inline uint32_t numWords(const Walk &W) {
  return W.NumFrames ? W.Frames[W.NumFrames - 1].WordsEnd : 0;
}

/// Tells how far the first \p Count words of the last walk may have changed.
/// Returns 0 if none has changed, else the number of words up to the last one
/// that has. Reads nothing after it has found that word: the memory that the
/// word led to may be gone.
inline uint32_t findChange(const Walk &W, uint32_t Count) {
  const StackWord *At = W.Words + Count;
  auto Differs = [](const StackWord &Word) {
    return __builtin_expect(*Word.At != Word.Value, 0);
  };
  constexpr uint32_t Turn = 8;
  for (uint32_t Rest = Count % Turn; Rest; --Rest, --At)
    if (Differs(At[-1]))
      return uint32_t(At - W.Words);
  for (; At != W.Words; At -= Turn)
    for (uint32_t I = 1; I != Turn + 1; ++I)
      if (Differs(At[-int(I)]))
        return uint32_t(At - W.Words) - I + 1;
  return 0;
}

/// Whether no word of the last walk has changed.
inline bool isUnchanged(const Walk &W) { return !findChange(W, numWords(W)); }

/// Whether \p W has a walk whose code addresses and nodes are still valid,
/// because no code was unloaded since.
inline bool isCurrent(const Process &P, const Walk &W) {
  return W.NumFrames && W.Generation == P.Rules.generation() &&
         W.Epoch == __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED);
}

/// The rules of a simple step from a place in the code: PackedRules without the
/// registers other than the frame pointer.
struct PlaceRules {
  uint64_t Pc;    ///< A return address; 0: unused.
  uint32_t Place; ///< As in WalkedFrame.
  int32_t CfaOffset;
  int16_t FramePointer; ///< As PackedRules::Saved.
  uint8_t Kind;         ///< As PackedRules::Kind.
  bool ByFramePointer;  ///< The CFA is to be found by the frame pointer.
};

/// The rules of the places that a lane's stacks go through. A newer place may
/// push out an older one.
struct KnownPlaces {
  static constexpr unsigned LogSize = 11;
  uint32_t Generation, Epoch; ///< Those of Walk; else Places is old.
  PlaceRules Places[1 << LogSize];

  PlaceRules &at(uint64_t Pc) {
    return Places[Pc * 0x9e3779b97f4a7c15u >> (64 - LogSize)];
  }
};

/// A frame that is not in Walk::Frames yet, and the words that the step from it
/// to its caller relied on.
struct NewFrame {
  WalkedFrame Its;
  const uint64_t *ReturnAddress; ///< Where a simple step read it, or null.
  const uint64_t *FramePointer; ///< Where a simple step read the frame pointer.
  uint32_t FirstOther;          ///< Index in WalkSpace::Others.
};

/// The same of a walk that needs no more than simple steps, each from the place
/// of a call. Its return address is just below the next frame's StackPointer.
struct QuickFrame {
  uint64_t Pc;
  uint64_t StackPointer;
  const uint64_t *FramePointerHere; ///< As in WalkedFrame.
  uint32_t Place;                   ///< The same.
  bool NeedsFramePointer;           ///< The same.
  bool ByFramePointer; ///< Whether the step from here read the frame pointer.
};

/// Where walks leave what they found. Valid when zeroed.
struct WalkSpace {
  StackTable Stacks;
  Walk Last;
  NewFrame New[MaxFrames];     ///< Innermost first.
  QuickFrame Quick[MaxFrames]; ///< Innermost first.
  const uint64_t *Others[MaxOthers];
  KnownPlaces Known;
  StepSpace Steps;
};

/// Walks the stack from \p From on, and keeps the walk as S.Last. \p S is the
/// space number \p SpaceNumber of \p L. Sets \p Leaf to the node of \p Caller,
/// the code that called the runtime. Returns false when there is no room in the
/// profile or in Walk::Frames, or the walk did not meet \p Caller.
bool walkStack(Lane &L, uint32_t SpaceNumber, WalkSpace &S,
               const FrameCursor &From, const void *Caller, uint32_t &Leaf);

/// Does what walkStack() does, from the interposed function's frame \p Frame
/// on: first the caller's frame pointer, then the return address. Also returns
/// false if a step is not simple; walkStack() may succeed in this case.
bool walkStackQuickly(Lane &L, uint32_t SpaceNumber, WalkSpace &S,
                      const uint64_t *Frame, uint32_t &Leaf);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_WALK_H
