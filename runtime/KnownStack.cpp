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
  for (uint32_t I = W.NumFrames; I-- != 0 && N <= KnownStack::MaxWords;) {
    const WalkedFrame &F = W.Frames[I];
    if (F.FramePointer)
      Add(F.FramePointer, F.FramePointersValue);
    for (unsigned O = 0; O != F.NumOthers; ++O)
      Add(W.Others[F.FirstOther + O].At, W.Others[F.FirstOther + O].Value);
    if (F.ReturnAddress)
      Add(F.ReturnAddress, F.CallersPc);
  }
  if (!W.NumFrames || !N || N > KnownStack::MaxWords)
    return;
  for (; N % 4; ++N)
    K.Words[N] = K.Words[N - 1];
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
