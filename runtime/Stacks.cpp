//===- Stacks.cpp - the calling stack of an event -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that allocates does so again and again from the same stack. So the
// last walk is kept, together with every word of stack memory that it relied
// on. If an event starts at the same stack pointer and finds all of these words
// unchanged, each step of a walk would do the same again, and the stack is the
// same. If some have changed, a walk goes on only until it meets a frame of the
// last one from which on all is unchanged. Stacks of few words are also kept
// one by one, for code that allocates in turn from several.
//
// The words are compared from the innermost outwards, as a walk would read
// them: as long as they are unchanged, the memory that they lead to is still a
// stack.
//
//===----------------------------------------------------------------------===//

#include "Stacks.h"
#include "Process.h"
#include "StackTable.h"

using namespace anomalloc::format;

namespace anomalloc {

/// A deeper stack is cut at its outer end.
static constexpr uint32_t MaxFrames = 16384;
static constexpr uint32_t MaxOthers = 64;

namespace {

struct Frame {
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

struct OtherWord {
  const uint64_t *At;
  uint64_t Value;
};

/// The last walk: outermost frame first, so that a new one that joins it leaves
/// the outer ones in their places.
struct Walk {
  uint32_t NumFrames; ///< 0: there is none.
  uint32_t Leaf;      ///< Index of the code that called the runtime.
  uint32_t Generation;
  uint32_t Epoch;
  uint32_t NumOthers;
  OtherWord Others[MaxOthers];
  Frame Frames[MaxFrames];
};

/// A stack of few words, for code that allocates in turn from several.
struct KnownStack {
  static constexpr unsigned MaxWords = 48;
  uint64_t Pc, StackPointer; ///< Of the runtime's frame.
  const void *Caller;
  uint32_t Generation, Epoch;
  uint32_t Node; ///< 0: none is known here.
  uint32_t NumWords;
  StackCount *Row;           ///< Of its latest event; may be null.
  OtherWord Words[MaxWords]; ///< As a walk would read them.
#ifdef ANOMALLOC_STACK_WITNESS
  uint64_t Pcs[MaxWords];
  unsigned NumPcs;
#endif
};
/// Stacks that end in the same call at the same height share a set.
struct KnownSet {
  static constexpr unsigned Ways = 6;
  KnownStack Stacks[Ways];
  unsigned Next; ///< To be replaced.
};
constexpr unsigned NumKnownSets = 32;

/// What a lane knows of stacks, in normal code (0) and in signal handlers that
/// interrupted it while it was at work (1).
struct Space {
  NodeTable Nodes;
  StackCountTable Counts;
  KnownSet Known[NumKnownSets]; ///< By hash.
  Walk Last;
  Frame New[MaxFrames]; ///< Innermost first.

  KnownSet &known(const FrameCursor &From, const void *Caller) {
    uint64_t H = From.StackPointer >> 4 ^ reinterpret_cast<uint64_t>(Caller);
    return Known[H * 0x9e3779b97f4a7c15u >> 59];
  }
};

} // namespace

struct StackRecorder {
  uint32_t Busy;
  uint32_t Version; ///< Of Spaces[0].Last.
  Space Spaces[2];
};

/// In a build for tests, shows a stack to the witness.
static void tell(const Walk &W) {
#ifdef ANOMALLOC_STACK_WITNESS
  static __thread uint64_t Pcs[MaxFrames];
  unsigned Count = 0;
  for (uint32_t I = W.Leaf + 1; I-- != 0;)
    Pcs[Count++] = W.Frames[I].Pc;
  stackWitness(Pcs, Count);
#else
  (void)W;
#endif
}

static void tell(const KnownStack &K) {
#ifdef ANOMALLOC_STACK_WITNESS
  stackWitness(K.Pcs, K.NumPcs);
#else
  (void)K;
#endif
}

/// A frame of the last walk stands as it stood.
static bool isUnchanged(const Walk &W, const Frame &F) {
  if (F.FramePointer && *F.FramePointer != F.FramePointersValue)
    return false;
  for (unsigned I = 0; I != F.NumOthers; ++I) {
    const OtherWord &O = W.Others[F.FirstOther + I];
    if (*O.At != O.Value)
      return false;
  }
  return !F.ReturnAddress || *F.ReturnAddress == F.CallersPc;
}

static bool isCurrent(const Process &P, const Walk &W) {
  return W.NumFrames && W.Generation == P.Rules.generation() &&
         W.Epoch == __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED);
}

static bool isSame(const Process &P, const KnownStack &K,
                   const FrameCursor &From, const void *Caller) {
  if (!K.Node || K.StackPointer != From.StackPointer || K.Pc != From.Pc ||
      K.Caller != Caller || K.Generation != P.Rules.generation() ||
      K.Epoch != __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED))
    return false;
  for (const OtherWord *W = K.Words, *E = W + K.NumWords; W != E; ++W)
    if (__builtin_expect(*W->At != W->Value, 0))
      return false;
  return true;
}

/// Keeps the words of \p W, unless they are too many.
static void remember(KnownStack &K, const Walk &W, const FrameCursor &From,
                     const void *Caller) {
  K.Node = 0;
  uint32_t N = 0;
  auto Add = [&](const uint64_t *At, uint64_t Value) {
    if (N != KnownStack::MaxWords)
      K.Words[N] = {At, Value};
    ++N;
  };
  for (uint32_t I = W.NumFrames; I-- != 0 && N <= KnownStack::MaxWords;) {
    const Frame &F = W.Frames[I];
    if (F.FramePointer)
      Add(F.FramePointer, F.FramePointersValue);
    for (unsigned O = 0; O != F.NumOthers; ++O)
      Add(W.Others[F.FirstOther + O].At, W.Others[F.FirstOther + O].Value);
    if (F.ReturnAddress)
      Add(F.ReturnAddress, F.CallersPc);
  }
  if (!W.NumFrames || N > KnownStack::MaxWords)
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

/// The last walk's frame \p Index and all outer ones stand as they stood.
static bool areUnchanged(const Walk &W, uint32_t Index) {
  for (uint32_t I = Index + 1; I-- != 0;)
    if (!isUnchanged(W, W.Frames[I]))
      return false;
  return true;
}

namespace {

/// Walks from the runtime's own frame to the outermost.
class Walker {
public:
  Walker(Lane &L, uint32_t SpaceNumber, Space &S)
      : L(L), SpaceNumber(SpaceNumber), S(S) {}

  /// Makes the stack from \p From on the last walk. False when there is no room
  /// in the profile.
  /// Its innermost node.
  bool walk(FrameCursor From, const void *Caller, uint32_t &Leaf);

private:
  void markFramePointer(uint32_t NumNew, const uint64_t *At);
  uint32_t collect(FrameCursor At);
  bool meetsLast(const FrameCursor &At);
  void note(Frame &F, const WordsRead &Words);
  bool number(uint32_t NumNew, const void *Caller);

  Lane &L;
  uint32_t SpaceNumber;
  Space &S;
  uint64_t Scratch[NumRegisters];
  uint32_t NumKept = 0; ///< Frames of the last walk that go on standing.
  uint32_t Candidate = 0;
  OtherWord Others[MaxOthers];
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
  const Frame &F = W.Frames[Candidate - 1];
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

void Walker::note(Frame &F, const WordsRead &Words) {
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
    Others[NumOthers++] = {Words.Others[I], *Words.Others[I]};
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
      const Frame &Met = S.Last.Frames[NumKept - 1];
      if (Met.NeedsFramePointer)
        markFramePointer(N, Met.FramePointerHere);
      return N;
    }
    Frame &F = S.New[N++];
    F = {};
    F.Pc = At.Pc;
    F.StackPointer = At.StackPointer;
    F.Interrupted = At.Interrupted;
    F.ByFramePointer = At.ByFramePointer;
    F.FramePointerHere = At.Registers[RegRbp];
    WordsRead Words;
    StepResult Result = stepToCaller(*L.Owner, At, Scratch, Words);
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
    Frame &F = W.Frames[Total - 1 - I] = S.New[I];
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

bool Walker::walk(FrameCursor From, const void *Caller, uint32_t &Leaf) {
  Walk &W = S.Last;
  // Kept frames rely on other words by their numbers: too rare to renumber.
  Candidate = isCurrent(*L.Owner, W) && !W.NumOthers ? W.NumFrames : 0;
  W.Generation = L.Owner->Rules.generation();
  W.Epoch = __atomic_load_n(&L.Owner->Epoch, __ATOMIC_RELAXED);
  uint32_t NumNew = collect(From);
  W.NumOthers = NumOthers;
  __builtin_memcpy(W.Others, Others, NumOthers * sizeof(OtherWord));
  if (!number(NumNew, Caller)) {
    W.NumFrames = 0;
    return false;
  }
  Leaf = W.Frames[W.Leaf].Node;
  tell(W);
  if (Untold)
    W.NumFrames = 0;
  return true;
}

#if defined(__x86_64__)
/// The calling function's frame, which must go on existing while \p Frame is
/// used: its registers are kept in \p Live.
#define ANOMALLOC_CAPTURE(Frame, Live)                                         \
  __asm__ volatile("movq %%rbx, 0(%2)\n\tmovq %%rbp, 8(%2)\n\t"                \
                   "movq %%r12, 16(%2)\n\tmovq %%r13, 24(%2)\n\t"              \
                   "movq %%r14, 32(%2)\n\tmovq %%r15, 40(%2)\n\t"              \
                   "movq %%rsp, %0\n\tleaq 0f(%%rip), %1\n0:"                  \
                   : "=&r"((Frame).StackPointer), "=&r"((Frame).Pc)            \
                   : "r"(Live)                                                 \
                   : "memory")

static void placeRegisters(FrameCursor &Frame, const uint64_t *Live) {
  Frame.Interrupted = true;
  Frame.ByFramePointer = false;
  for (const uint64_t *&R : Frame.Registers)
    R = nullptr;
  Frame.Registers[RegRbx] = Live;
  Frame.Registers[RegRbp] = Live + 1;
  for (unsigned R = RegR12; R <= RegR15; ++R)
    Frame.Registers[R] = Live + 2 + (R - RegR12);
}
#else
#define ANOMALLOC_CAPTURE(Frame, Live)                                         \
  Frame = {}; /* Not yet for this machine: every stack is lost. */
static void placeRegisters(FrameCursor &, const uint64_t *) {}
#endif

static StackRecorder *recorderOf(Lane &L) {
  if (L.Stacks)
    return L.Stacks;
  sys::SignalGuard Guard;
  if (!L.Stacks)
    L.Stacks = static_cast<StackRecorder *>(
        allocateControl(*L.Owner, Guard, sizeof(StackRecorder)));
  return L.Stacks;
}

static StackRef loseStack(Process &P) {
  __atomic_fetch_add(&P.File.header()->LostStacks, 1, __ATOMIC_RELAXED);
  return {};
}

/// Walks, or finds that nothing has changed, and counts.
static StackRef countIn(Lane &L, uint32_t SpaceNumber, const FrameCursor &From,
                        StackCount &Key, const void *Caller) {
  Space &S = L.Stacks->Spaces[SpaceNumber];
  StackCount *Row = nullptr;
  if (Walker(L, SpaceNumber, S).walk(From, Caller, Key.Node)) {
    KnownSet &Set = S.known(From, Caller);
    KnownStack &K = Set.Stacks[Set.Next++ % KnownSet::Ways];
    remember(K, S.Last, From, Caller);
    Row = S.Counts.findOrInsert(L, SpaceNumber, Key);
    K.Row = Row;
  }
  if (!Row)
    return loseStack(*L.Owner);
  addTo(Row->Count, 1);
  return {Key.Node, SpaceNumber};
}

/// The row of an event that comes from a stack that is known.
static StackCount *findAgain(Lane &L, const FrameCursor &From,
                             const void *Caller, StackCount &Key) {
  Space &S = L.Stacks->Spaces[0];
  for (KnownStack &K : S.known(From, Caller).Stacks) {
    if (!isSame(*L.Owner, K, From, Caller))
      continue;
    Key.Node = K.Node;
    tell(K);
    StackCount *Row = K.Row;
    if (Row && Row->Node == Key.Node && Row->Size == Key.Size &&
        Row->Section == Key.Section && Row->Unit == Key.Unit &&
        Row->Slot == Key.Slot)
      return Row;
    return K.Row = S.Counts.find(Key);
  }
  const Walk &W = S.Last;
  if (!isCurrent(*L.Owner, W))
    return nullptr;
  const Frame &Innermost = W.Frames[W.NumFrames - 1];
  if (Innermost.StackPointer != From.StackPointer || Innermost.Pc != From.Pc ||
      !areUnchanged(W, W.NumFrames - 1))
    return nullptr;
  Key.Node = W.Frames[W.Leaf].Node;
  tell(W);
  return S.Counts.find(Key);
}

__attribute__((noinline)) StackRef noteStack(Lane &L, const DetailedEvent &E) {
  uint64_t Live[6];
  FrameCursor From;
  ANOMALLOC_CAPTURE(From, Live);
  StackRecorder *R = recorderOf(L);
  if (!R || !From.Pc)
    return loseStack(*L.Owner);
  StackCount Key = {0, E.Section, E.Unit, E.Slot, E.Size, 0};
  auto Fence = [] { __atomic_signal_fence(__ATOMIC_SEQ_CST); };
  if (!R->Busy) {
    uint32_t Version = R->Version;
    Fence();
    StackCount *Row = findAgain(L, From, E.Caller, Key);
    Fence();
    // Else a signal handler has walked meanwhile.
    if (Row && R->Version == Version && !R->Busy) {
      addTo(Row->Count, 1);
      return {Key.Node, 0};
    }
  }
  placeRegisters(From, Live);
  if (R->Busy) {
    // We are in a signal handler, in the midst of what follows; or such a
    // handler has left by longjmp(3), and normal code has come to stay here.
    sys::SignalGuard Guard;
    return countIn(L, 1, From, Key, E.Caller);
  }
  R->Busy = 1;
  ++R->Version;
  Fence();
  StackRef Result = countIn(L, 0, From, Key, E.Caller);
  Fence();
  R->Busy = 0;
  return Result;
}

} // namespace anomalloc
