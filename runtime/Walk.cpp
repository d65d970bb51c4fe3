//===- Walk.cpp - walks up a stack ----------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Walk.h"

using namespace anomalloc::format;

namespace anomalloc {

namespace {

/// Walks from the runtime's own frame to the outermost.
class Walker {
public:
  Walker(Lane &L, uint32_t SpaceNumber, WalkSpace &S)
      : L(L), SpaceNumber(SpaceNumber), S(S) {}

  bool walk(const FrameCursor &From, const void *Caller, uint32_t &Leaf);

private:
  void markFramePointer(uint32_t NumNew, const uint64_t *At);
  uint32_t collect(FrameCursor At);
  bool meetsLast(const FrameCursor &At);
  void note(WalkedFrame &F, const WordsRead &Words);
  bool number(uint32_t NumNew, const void *Caller);

  Lane &L;
  uint32_t SpaceNumber;
  WalkSpace &S;
  uint32_t NumKept = 0; ///< Frames of the last walk that go on standing.
  uint32_t Candidate = 0;
  uint32_t NumOthers = 0;
  bool Cut = false;
  bool Untold = false; ///< The walk must not be taken for a later one.
};

} // namespace

/// Whether the last walk came by here too, and went on as this one would.
bool Walker::meetsLast(const FrameCursor &At) {
  Walk &W = S.Last;
  while (Candidate && W.Frames[Candidate - 1].StackPointer < At.StackPointer)
    --Candidate;
  if (!Candidate)
    return false;
  const WalkedFrame &F = W.Frames[Candidate - 1];
  if (F.StackPointer != At.StackPointer || F.Pc != At.Pc ||
      F.Interrupted != At.Interrupted ||
      F.ByFramePointer != At.ByFramePointer ||
      (F.NeedsFramePointer && F.FramePointerHere != At.Registers[RegRbp]))
    return false;
  if (areUnchanged(W, Candidate - 1)) {
    NumKept = Candidate;
    return true;
  }
  return false;
}

void Walker::note(WalkedFrame &F, const WordsRead &Words) {
  F.ReturnAddress = Words.ReturnAddress;
  F.CallersPc = Words.ReturnAddress ? *Words.ReturnAddress : 0;
  F.FramePointer = Words.FramePointer;
  F.FramePointersValue = Words.FramePointer ? *Words.FramePointer : 0;
  F.FirstOther = uint16_t(NumOthers);
  F.NumOthers = uint8_t(Words.NumOthers);
  Untold |= Words.Untold;
  for (unsigned I = 0; I != Words.NumOthers; ++I) {
    if (NumOthers == MaxOthers) {
      Untold = true;
      F.NumOthers = uint8_t(I);
      return;
    }
    S.Last.Others[NumOthers++] = {Words.Others[I], *Words.Others[I]};
  }
}

/// The newest frames had rbp \p At the same place, and it has been needed.
void Walker::markFramePointer(uint32_t NumNew, const uint64_t *At) {
  while (NumNew-- && S.New[NumNew].FramePointerHere == At &&
         !S.New[NumNew].NeedsFramePointer)
    S.New[NumNew].NeedsFramePointer = true;
}

/// Fills New up to the outermost frame, or up to one of the last walk.
uint32_t Walker::collect(FrameCursor At) {
  for (uint32_t N = 0; N != MaxFrames;) {
    if (Candidate && meetsLast(At)) {
      const WalkedFrame &Met = S.Last.Frames[NumKept - 1];
      if (Met.NeedsFramePointer)
        markFramePointer(N, Met.FramePointerHere);
      return N;
    }
    WalkedFrame &F = S.New[N++];
    F = {};
    F.Pc = At.Pc;
    F.StackPointer = At.StackPointer;
    F.Interrupted = At.Interrupted;
    F.ByFramePointer = At.ByFramePointer;
    F.FramePointerHere = At.Registers[RegRbp];
    WordsRead Words;
    StepResult Result = stepToCaller(*L.Owner, At, S.Steps, Words);
    note(F, Words);
    if (Words.FramePointer)
      markFramePointer(N, Words.FramePointer);
    if (Result == StepResult::Caller)
      continue;
    Cut = Result == StepResult::Cut;
    return N;
  }
  Cut = true;
  return MaxFrames;
}

/// Gives the new frames, innermost first in New, their nodes and their places.
/// The runtime's own, inside of \p Caller, are no part of the stack.
bool Walker::number(uint32_t NumNew, const void *Caller) {
  Walk &W = S.Last;
  uint32_t Total = NumKept + NumNew;
  if (Total > MaxFrames)
    return false;
  uint32_t Parent = NumKept ? W.Frames[NumKept - 1].Node : 0;
  uint32_t Inner = 0; // New frames that are the runtime's.
  while (Inner != NumNew && S.New[Inner].Pc != uint64_t(Caller))
    ++Inner;
  uint32_t Leaf = NumKept + (NumNew - Inner) - 1;
  if (Inner == NumNew) // Then the last walk came through the same call.
    for (Leaf = NumKept - 1;
         Leaf < NumKept && W.Frames[Leaf].Pc != uint64_t(Caller);)
      --Leaf;
  if (Leaf >= Total)
    return false; // Nobody called us: what we understand of this is wrong.
  for (uint32_t I = NumNew; I-- != 0;) {
    WalkedFrame &F = W.Frames[Total - 1 - I] = S.New[I];
    if (I >= Inner) {
      StackNode Node = {};
      Node.Pc = F.Pc + F.Interrupted;
      Node.Parent = Parent;
      Node.Epoch = uint16_t(L.Owner->Epoch);
      Node.Flags = F.ByFramePointer ? format::ByFramePointer : 0;
      if (Cut && I == NumNew - 1)
        Node.Flags |= StackIsCut;
      Parent = S.Nodes.intern(L, SpaceNumber, Node);
      if (!Parent)
        return false;
    }
    F.Node = Parent;
  }
  W.NumFrames = Total;
  W.Leaf = Leaf;
  return true;
}

bool Walker::walk(const FrameCursor &From, const void *Caller, uint32_t &Leaf) {
  Walk &W = S.Last;
  // Kept frames rely on other words by their numbers: too rare to renumber. So
  // none is kept that has any, and those of the new ones may take their place.
  Candidate = isCurrent(*L.Owner, W) && !W.NumOthers ? W.NumFrames : 0;
  W.Generation = L.Owner->Rules.generation();
  W.Epoch = __atomic_load_n(&L.Owner->Epoch, __ATOMIC_RELAXED);
  uint32_t NumNew = collect(From);
  W.NumOthers = NumOthers;
  if (!number(NumNew, Caller)) {
    W.NumFrames = 0;
    return false;
  }
  Leaf = W.Frames[W.Leaf].Node;
  if (Untold)
    W.NumFrames = 0;
  return true;
}

bool walkStack(Lane &L, uint32_t SpaceNumber, WalkSpace &S,
               const FrameCursor &From, const void *Caller, uint32_t &Leaf) {
  return Walker(L, SpaceNumber, S).walk(From, Caller, Leaf);
}

} // namespace anomalloc
