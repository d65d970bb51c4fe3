//===- KnownStack.h - stacks of few words -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_KNOWNSTACK_H
#define ANOMALLOC_RUNTIME_KNOWNSTACK_H

#include "Walk.h"

namespace anomalloc {

/// A stack that was walked before, with the words of stack memory that the walk
/// relied on, if they are few. A lane keeps many, because code allocates from
/// several places in turn.
struct KnownStack {
  static constexpr unsigned MaxWords = 48;
  uint64_t Pc, StackPointer; ///< Of the runtime's frame.
  const void *Caller;
  uint32_t Generation, Epoch;
  uint32_t Node;           ///< 0: none is known here.
  uint32_t NumWords;       ///< A multiple of four: the last one is repeated.
  format::StackCount *Row; ///< Of its latest event; may be null.
  /// The stack pointer of Caller, where the runtime's function returns to; 0:
  /// the stack cannot be told from there on.
  uint64_t CallersStackPointer;
  /// What rbp had been when Caller called, if the stack depends on it.
  uint64_t FramePointer;
  bool NeedsFramePointer;
  uint32_t FirstOuter;       ///< Of Words that are not the runtime's own.
  StackWord Words[MaxWords]; ///< As a walk would read them.
#ifdef ANOMALLOC_STACK_WITNESS
  uint64_t Pcs[MaxWords];
  unsigned NumPcs;
#endif
};

/// Whether words of stack memory, a multiple of four, are what they were.
inline bool areUnchanged(const StackWord *W, const StackWord *End) {
  // Four words a turn: 38 instructions less of 16 frames. Behind one that
  // differs nothing may be read: where that stood, there may be no memory now.
  for (; W != End; W += 4)
    for (unsigned I = 0; I != 4; ++I)
      if (__builtin_expect(*W[I].At != W[I].Value, 0))
        return false;
  return true;
}

/// Whether an event at \p From, called by \p Caller, comes from \p K.
inline bool isSame(const Process &P, const KnownStack &K,
                   const FrameCursor &From, const void *Caller) {
  if (!K.Node || K.StackPointer != From.StackPointer || K.Pc != From.Pc ||
      K.Caller != Caller || K.Generation != P.Rules.generation() ||
      K.Epoch != __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED))
    return false;
  return areUnchanged(K.Words, K.Words + K.NumWords);
}

/// The same of an event whose function has the frame that begins at \p Frame:
/// there stands what rbp had been, and then the return address.
inline bool isSame(const Process &P, const KnownStack &K,
                   const uint64_t *Frame) {
  if (K.CallersStackPointer != reinterpret_cast<uint64_t>(Frame + 2) ||
      uint64_t(K.Caller) != Frame[1] || K.Generation != P.Rules.generation() ||
      K.Epoch != __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED) ||
      (K.NeedsFramePointer && K.FramePointer != Frame[0]))
    return false;
  return areUnchanged(K.Words + K.FirstOuter, K.Words + K.NumWords);
}

/// Makes \p K the stack of \p W, unless its words are too many.
void remember(KnownStack &K, const Walk &W, const FrameCursor &From,
              const void *Caller);

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_KNOWNSTACK_H
