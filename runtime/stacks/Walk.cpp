//===- Walk.cpp - walks up a stack ----------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/Walk.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

namespace {

/// What tells frames of two walks apart.
struct FrameKey {
  uint64_t Pc;
  uint64_t StackPointer;
  const uint64_t *FramePointer; ///< As WalkedFrame::FramePointerHere.
  uint8_t Way;                  ///< As in WalkedFrame.
};

FrameKey keyOf(const FrameCursor &At) {
  return {At.Pc, At.StackPointer, At.Registers[RegFrame],
          uint8_t((At.Interrupted ? WalkedFrame::Interrupted : 0) |
                  (At.ByFramePointer ? WalkedFrame::ByFramePointer : 0))};
}

/// Walks from the runtime's own frame, or from its caller's, to the outermost.
class Walker {
public:
  Walker(Lane &L, uint32_t SpaceNumber, WalkSpace &S)
      : L(L), SpaceNumber(SpaceNumber), S(S) {}

  bool walk(const FrameCursor &From, const void *Caller, uint32_t &Leaf);
  bool walkQuickly(const uint64_t *Frame, uint32_t &Leaf);

private:
  const WalkedFrame *begin();
  bool finish(uint32_t NumNew, const void *Caller, uint32_t &Leaf);
  void markFramePointer(uint32_t NumNew, const uint64_t *At);
  NewFrame &enter(uint32_t N, const FrameCursor &At);
  uint32_t collect(FrameCursor At, const WalkedFrame *End);
  bool collectQuickly(FrameKey &At, const WalkedFrame *End, uint32_t &NumNew);
  bool placeQuickly(FrameKey Outer, uint32_t NumNew);
  uint32_t placeOf(uint64_t Pc, uint16_t Flags);
  void findRules(PlaceRules &Known, uint64_t Pc);
  const PlaceRules &rulesAt(uint64_t Pc);
  void note(NewFrame &F, const WordsRead &Words);
  void place(uint32_t Index, const NewFrame &From);
  bool number(uint32_t NumNew, const void *Caller);

  Lane &L;
  uint32_t SpaceNumber;
  WalkSpace &S;
  uint32_t NumKept = 0; ///< Frames of the last walk that go on standing.
  uint32_t NumOthers = 0;
  bool Cut = false;
  bool Untold = false; ///< The walk must not be taken for a later one.
};

} // namespace

/// Tells how far the words that the way out from a frame relied on may have
/// changed. As findChange().
static __attribute__((noinline)) uint32_t findChangeBehind(const Walk &W,
                                                           uint32_t Count) {
  return findChange(W, Count);
}

/// The end of the frames whose way out leads over none of the first \p Changed
/// words; null: there are none.
static __attribute__((noinline)) const WalkedFrame *
endOfUnchanged(const Walk &W, const WalkedFrame *End, uint32_t Changed) {
  auto Number = uint32_t(End - W.Frames);
  while (W.wordsBegin(Number - 1) >= Changed)
    --Number;
  return --Number ? W.Frames + Number : nullptr;
}

/// If the last walk came by here too, and went on as this one would: its frame.
/// Else null. \p End is the end of its frames that may be met; null: none.
static __attribute__((always_inline)) inline const WalkedFrame *
findMet(const Walk &W, const WalkedFrame *&End, const FrameKey &At) {
  while (End[-1].StackPointer < At.StackPointer)
    if (--End == W.Frames)
      return End = nullptr;
  const WalkedFrame &F = End[-1];
  if (F.StackPointer != At.StackPointer || F.Pc != At.Pc || F.Way != At.Way ||
      (F.NeedsFramePointer && F.FramePointerHere != At.FramePointer))
    return nullptr;
  uint32_t Changed = findChangeBehind(W, F.WordsEnd);
  if (__builtin_expect(!Changed, 1))
    return &F;
  End = endOfUnchanged(W, End, Changed);
  return nullptr;
}

void Walker::note(NewFrame &F, const WordsRead &Words) {
  F.ReturnAddress = Words.ReturnAddress;
  F.FramePointer = Words.FramePointer;
  F.FirstOther = NumOthers;
  Untold |= Words.Untold;
  for (unsigned I = 0; I != Words.NumOthers; ++I) {
    if (NumOthers == MaxOthers) {
      Untold = true;
      return;
    }
    S.Others[NumOthers++] = Words.Others[I];
    ++F.Its.NumOthers;
  }
}

/// The newest frames had the frame pointer \p At the same place, and it has been needed.
void Walker::markFramePointer(uint32_t NumNew, const uint64_t *At) {
  while (NumNew-- && S.New[NumNew].Its.FramePointerHere == At &&
         !S.New[NumNew].Its.NeedsFramePointer)
    S.New[NumNew].Its.NeedsFramePointer = true;
}

NewFrame &Walker::enter(uint32_t N, const FrameCursor &At) {
  NewFrame &F = S.New[N];
  F = {};
  F.Its.Pc = At.Pc;
  F.Its.StackPointer = At.StackPointer;
  F.Its.Way = keyOf(At).Way;
  F.Its.FramePointerHere = At.Registers[RegFrame];
  return F;
}

/// Fills New up to the outermost frame, or up to one of the last walk. \p End
/// is as in findMet().
uint32_t Walker::collect(FrameCursor At, const WalkedFrame *End) {
  for (uint32_t N = 0; N != MaxFrames;) {
    if (End)
      if (const WalkedFrame *Met = findMet(S.Last, End, keyOf(At))) {
        NumKept = uint32_t(End - S.Last.Frames);
        if (Met->NeedsFramePointer)
          markFramePointer(N, Met->FramePointerHere);
        return N;
      }
    NewFrame &F = enter(N++, At);
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

uint32_t Walker::placeOf(uint64_t Pc, uint16_t Flags) {
  return S.Stacks.Places.findOrInsert(L, SpaceNumber,
                                      {Pc, uint16_t(S.Last.Epoch), Flags, 0});
}

__attribute__((noinline)) void Walker::findRules(PlaceRules &Known,
                                                 uint64_t Pc) {
  Known = {};
  Known.Pc = Pc;
  Known.Place = placeOf(Pc, 0);
  PackedRules Rules;
  if (!Known.Place || !findPackedRules(*L.Owner, Pc - 1, S.Steps, Rules))
    Rules.Kind = PackedRules::Complex;
  Known.Kind = Rules.Kind;
  if (Rules.Kind == PackedRules::Simple) {
    Known.CfaOffset = Rules.CfaOffset;
    Known.ByFramePointer = Rules.CfaRegister == RegFrame;
    Known.FramePointer = Rules.Saved[SavedFrame];
  }
}

__attribute__((always_inline)) inline const PlaceRules &
Walker::rulesAt(uint64_t Pc) {
  PlaceRules &Known = S.Known.at(Pc);
  if (__builtin_expect(Known.Pc != Pc, 0))
    findRules(Known, Pc);
  return Known;
}

/// The newest frames had the frame pointer \p At the same place, and it has been needed.
static void markFramePointer(QuickFrame *New, uint32_t NumNew,
                             const uint64_t *At) {
  while (NumNew-- && New[NumNew].FramePointerHere == At &&
         !New[NumNew].NeedsFramePointer)
    New[NumNew].NeedsFramePointer = true;
}

/// Fills Quick as collect() fills New, from \p At on; false if a step is not
/// simple. Then At is the frame that was met, or the outermost one's caller:
/// without a stack pointer if none of its words was read.
__attribute__((always_inline)) inline bool
Walker::collectQuickly(FrameKey &At, const WalkedFrame *End, uint32_t &NumNew) {
  QuickFrame *New = S.Quick;
  for (NumNew = 0; NumNew != MaxFrames;) {
    if (End) {
      if (const WalkedFrame *Met = findMet(S.Last, End, At)) {
        NumKept = uint32_t(End - S.Last.Frames);
        if (Met->NeedsFramePointer)
          runtime::markFramePointer(New, NumNew, Met->FramePointerHere);
        return true;
      }
    }
    const PlaceRules &Rules = rulesAt(At.Pc);
    New[NumNew++] = {At.Pc,       At.StackPointer, At.FramePointer,
                     Rules.Place, false,           false};
    if (__builtin_expect(Rules.Kind != PackedRules::Simple, 0)) {
      At.StackPointer = 0;
      return Rules.Kind == PackedRules::NoCaller;
    }
    uint64_t Cfa = At.StackPointer;
    if (Rules.ByFramePointer) {
      New[NumNew - 1].ByFramePointer = true;
      Cfa = *At.FramePointer;
      runtime::markFramePointer(New, NumNew, At.FramePointer);
    }
    Cfa += uint64_t(int64_t(Rules.CfaOffset));
    if (__builtin_expect(!ascends(At.StackPointer, Cfa), 0))
      return false;
    auto *AtCfa = reinterpret_cast<const uint64_t *>(Cfa);
    if (Rules.FramePointer != PackedRules::NotSaved)
      At.FramePointer = AtCfa + Rules.FramePointer;
    At.Pc = AtCfa[-1];
    At.StackPointer = Cfa;
    if (!At.Pc)
      return true;
  }
  return false;
}

/// Puts the frames of Quick where they belong, and gives them their nodes.
/// \p Outer as collectQuickly() left it.
bool Walker::placeQuickly(FrameKey Outer, uint32_t NumNew) {
  Walk &W = S.Last;
  if (NumKept + NumNew > MaxFrames)
    return false;
  uint32_t Parent = NumKept ? W.Frames[NumKept - 1].Node : 0;
  StackWord *Word = W.Words + W.wordsBegin(NumKept);
  WalkedFrame *F = W.Frames + NumKept;
  for (const QuickFrame *New = S.Quick + NumNew; New-- != S.Quick; ++F) {
    Parent = S.Stacks.node(L, SpaceNumber, Parent, New->Place);
    if (__builtin_expect(!Parent, 0))
      return false;
    F->Pc = New->Pc;
    F->StackPointer = New->StackPointer;
    F->FramePointerHere = New->FramePointerHere;
    F->Place = New->Place;
    F->Node = Parent;
    F->NumOthers = 0;
    F->HasReturnAddress = Outer.StackPointer;
    F->Way = WalkedFrame::ByCall;
    F->NeedsFramePointer = New->NeedsFramePointer;
    if (__builtin_expect(Outer.StackPointer != 0, 1))
      *Word++ = {reinterpret_cast<const uint64_t *>(Outer.StackPointer) - 1,
                 Outer.Pc};
    if (New->ByFramePointer)
      *Word++ = {New->FramePointerHere, *New->FramePointerHere};
    F->WordsEnd = uint32_t(Word - W.Words);
    Outer.StackPointer = New->StackPointer;
    Outer.Pc = New->Pc;
  }
  W.NumFrames = NumKept + NumNew;
  W.Leaf = W.NumFrames - 1;
  return true;
}

/// Puts a new frame where it belongs. Its outer ones are there.
void Walker::place(uint32_t Index, const NewFrame &From) {
  Walk &W = S.Last;
  WalkedFrame &F = W.Frames[Index];
  uint32_t At = W.wordsBegin(Index);
  auto Add = [&](const uint64_t *Word) { W.Words[At++] = {Word, *Word}; };
  F = From.Its;
  F.HasReturnAddress = From.ReturnAddress;
  if (From.ReturnAddress)
    Add(From.ReturnAddress);
  for (uint32_t I = F.NumOthers; I-- != 0;)
    Add(S.Others[From.FirstOther + I]);
  if (From.FramePointer)
    Add(From.FramePointer);
  F.WordsEnd = At;
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
  while (Inner != NumNew && S.New[Inner].Its.Pc != uint64_t(Caller))
    ++Inner;
  uint32_t Leaf = NumKept + (NumNew - Inner) - 1;
  if (Inner == NumNew) // Then the last walk came through the same call.
    for (Leaf = NumKept - 1;
         Leaf < NumKept && W.Frames[Leaf].Pc != uint64_t(Caller);)
      --Leaf;
  if (Leaf >= Total)
    return false; // Nobody called us: what we understand of this is wrong.
  for (uint32_t I = NumNew; I-- != 0;) {
    place(Total - 1 - I, S.New[I]);
    WalkedFrame &F = W.Frames[Total - 1 - I];
    if (I >= Inner) {
      if (!F.Place || (Cut && I == NumNew - 1))
        F.Place = placeOf(
            F.Pc + (F.Way & WalkedFrame::Interrupted),
            (F.Way & WalkedFrame::ByFramePointer ? format::ByFramePointer : 0) |
                (Cut && I == NumNew - 1 ? StackIsCut : 0));
      Parent = F.Place ? S.Stacks.node(L, SpaceNumber, Parent, F.Place) : 0;
      if (!Parent)
        return false;
    }
    F.Node = Parent;
  }
  W.NumFrames = Total;
  W.Leaf = Leaf;
  return true;
}

/// The end of the frames of the last walk that may be met; null: none.
__attribute__((always_inline)) inline const WalkedFrame *Walker::begin() {
  Walk &W = S.Last;
  if (__builtin_expect(!isCurrent(*L.Owner, W), 0)) {
    W.NumFrames = 0;
    W.Generation = L.Owner->Rules.generation();
    W.Epoch = __atomic_load_n(&L.Owner->Epoch, __ATOMIC_RELAXED);
    return nullptr;
  }
  // Kept frames may rely on other words by where inner frames left them.
  return __builtin_expect(W.NumOthers, 0) ? nullptr : W.Frames + W.NumFrames;
}

bool Walker::finish(uint32_t NumNew, const void *Caller, uint32_t &Leaf) {
  Walk &W = S.Last;
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

bool Walker::walk(const FrameCursor &From, const void *Caller, uint32_t &Leaf) {
  const WalkedFrame *End = begin();
  return finish(collect(From, End), Caller, Leaf);
}

bool Walker::walkQuickly(const uint64_t *Frame, uint32_t &Leaf) {
  const WalkedFrame *End = begin();
  if (__builtin_expect(S.Known.Generation != S.Last.Generation ||
                           S.Known.Epoch != S.Last.Epoch,
                       0)) {
    S.Known = {};
    S.Known.Generation = S.Last.Generation;
    S.Known.Epoch = S.Last.Epoch;
  }
  FrameKey At = {Frame[1], reinterpret_cast<uint64_t>(Frame + 2), Frame,
                 WalkedFrame::ByCall};
  uint32_t NumNew;
  if (!collectQuickly(At, End, NumNew))
    return false;
  Walk &W = S.Last;
  W.NumOthers = 0;
  if (!placeQuickly(At, NumNew)) {
    W.NumFrames = 0;
    return false;
  }
  Leaf = W.Frames[W.Leaf].Node;
  return true;
}

bool walkStack(Lane &L, uint32_t SpaceNumber, WalkSpace &S,
               const FrameCursor &From, const void *Caller, uint32_t &Leaf) {
  return Walker(L, SpaceNumber, S).walk(From, Caller, Leaf);
}

bool walkStackQuickly(Lane &L, uint32_t SpaceNumber, WalkSpace &S,
                      const uint64_t *Frame, uint32_t &Leaf) {
  return Walker(L, SpaceNumber, S).walkQuickly(Frame, Leaf);
}

} // namespace anomalloc::runtime
