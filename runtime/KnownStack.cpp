//===- KnownStack.cpp - stacks of few words -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownStack.h"

namespace anomalloc {

void remember(KnownStack &K, const Walk &W, const FrameCursor &From,
              const void *Caller) {
  K.Node = 0;
  uint32_t N = 0;
  auto Add = [&](const uint64_t *At, uint64_t Value) {
    if (N != KnownStack::MaxWords)
      K.Words[N] = {At, Value};
    ++N;
  };
  if (!W.NumFrames)
    return;
  const WalkedFrame &Leaf = W.Frames[W.Leaf];
  K.CallersStackPointer = Leaf.StackPointer;
  K.NeedsFramePointer = Leaf.NeedsFramePointer;
  K.FramePointer = Leaf.NeedsFramePointer ? *Leaf.FramePointerHere : 0;
  auto IsOuter = [&](const uint64_t *At) {
    return reinterpret_cast<uint64_t>(At) >= Leaf.StackPointer;
  };
  for (unsigned Part = 0; Part != 2; ++Part) {
    const bool Outer = Part;
    for (uint32_t I = W.NumFrames; I-- != 0 && N <= KnownStack::MaxWords;) {
      const WalkedFrame &F = W.Frames[I];
      if (F.FramePointer && IsOuter(F.FramePointer) == Outer)
        Add(F.FramePointer, F.FramePointersValue);
      for (unsigned O = 0; O != F.NumOthers; ++O) {
        const StackWord &Word = W.Others[F.FirstOther + O];
        if (IsOuter(Word.At) == Outer)
          Add(Word.At, Word.Value);
        // Where a function of the runtime keeps a register that code outside of
        // it needs, the next function may not.
        if (I <= W.Leaf && !IsOuter(Word.At))
          K.CallersStackPointer = 0;
      }
      if (F.ReturnAddress && IsOuter(F.ReturnAddress) == Outer)
        Add(F.ReturnAddress, F.CallersPc);
    }
    for (; N % 4 && N < KnownStack::MaxWords; ++N)
      K.Words[N] = K.Words[N - 1];
    if (!Outer)
      K.FirstOuter = N;
  }
  if (!N || N > KnownStack::MaxWords)
    return;
  K.Pc = From.Pc;
  K.StackPointer = From.StackPointer;
  K.Caller = Caller;
  K.Generation = W.Generation;
  K.Epoch = W.Epoch;
  K.NumWords = N;
  K.Row = nullptr;
  K.Node = W.Frames[W.Leaf].Node;
#ifdef ANOMALLOC_STACK_WITNESS
  K.NumPcs = 0;
  for (uint32_t I = W.Leaf + 1; I-- != 0;)
    K.Pcs[K.NumPcs++] = W.Frames[I].Pc;
#endif
}

} // namespace anomalloc
