//===- KnownStack.cpp - stacks of few words -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/KnownStack.h"

namespace anomalloc::runtime {

/// Where a function of the runtime keeps a register that code outside of it
/// needs, the next function may not.
static bool isKeptByRuntime(const Walk &W, uint64_t CallersStackPointer) {
  for (uint32_t I = 0; W.NumOthers && I <= W.Leaf; ++I) {
    const WalkedFrame &F = W.Frames[I];
    uint32_t First = W.wordsBegin(I) + F.HasReturnAddress;
    for (uint32_t O = First; O != First + F.NumOthers; ++O)
      if (reinterpret_cast<uint64_t>(W.Words[O].At) < CallersStackPointer)
        return true;
  }
  return false;
}

void remember(KnownStack &K, const Walk &W, const FrameCursor *From,
              const void *Caller) {
  K.Node = 0;
  if (!W.NumFrames)
    return;
  const WalkedFrame &Leaf = W.Frames[W.Leaf];
  const uint32_t NumWords = numWords(W);
  uint32_t N = 0;
  auto add = [&](const StackWord &Word) {
    int64_t Offset = int64_t(reinterpret_cast<uint64_t>(Word.At)) -
                     int64_t(Leaf.StackPointer);
    KnownStack::Words &Its = K.Groups[N / 4];
    Its.Offsets[N % 4] = int32_t(Offset);
    Its.Values[N % 4] = Word.Value;
    ++N;
    return Offset == int32_t(Offset);
  };
  // Inner ones first: those of the runtime's own frames, as a rule.
  for (unsigned Part = 0; Part != 2; ++Part) {
    const bool Outer = Part;
    const StackWord *Last = nullptr;
    for (uint32_t I = NumWords; I-- != 0;) {
      const StackWord &Word = W.Words[I];
      if ((reinterpret_cast<uint64_t>(Word.At) >= Leaf.StackPointer) != Outer)
        continue;
      if (N == KnownStack::MaxWords || !add(Word))
        return;
      Last = &Word;
    }
    while (N % 4)
      add(*Last);
    if (!Outer)
      K.FirstOuter = uint16_t(N / 4 * sizeof(KnownStack::Words));
  }
  if (!N)
    return;
  K.Base = Leaf.StackPointer;
  K.CallersStackPointer =
      isKeptByRuntime(W, Leaf.StackPointer) ? 0 : Leaf.StackPointer;
  K.NeedsFramePointer = Leaf.NeedsFramePointer;
  K.FramePointer = Leaf.NeedsFramePointer ? *Leaf.FramePointerHere : 0;
  K.Pc = From ? From->Pc : 0;
  K.StackPointer = From ? From->StackPointer : 0;
  K.Caller = Caller;
  K.Generation = W.Generation;
  K.Epoch = W.Epoch;
  K.EndOfGroups = uint16_t(N / 4 * sizeof(KnownStack::Words));
  K.Row = nullptr;
  K.Node = Leaf.Node;
#ifdef ANOMALLOC_STACK_WITNESS
  K.NumPcs = 0;
  for (uint32_t I = W.Leaf + 1; I-- != 0;)
    K.Pcs[K.NumPcs++] = W.Frames[I].Pc;
#endif
}

KnownStack *KnownStacks::keep(Key At, const Walk &W, const FrameCursor *From,
                              const void *Caller) {
  if (!numWords(W) || numWords(W) > KnownStack::MaxWords)
    return nullptr;
  uint32_t Its = uint32_t(At >> 32) ^ W.Frames[W.Leaf].Node;
  uint32_t &Last = Seen[Its * 0x9e3779b9u >> (32 - LogSeen)];
  if (Last != Its) {
    Last = Its;
    return nullptr;
  }
  unsigned First = set(At, 0), Second = set(At, 1);
  unsigned Number = Sets[Second].Taken < Sets[First].Taken ? Second : First;
  unsigned Way = Sets[Number].Taken++ % Ways;
  TagsOf[Number].Of[Way] = tag(At);
  KnownStack &K = Sets[Number].Stacks[Way];
  remember(K, W, From, Caller);
  return &K;
}

} // namespace anomalloc::runtime
