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
#include "Asking.h"
#include "KnownStack.h"
#include "LifetimeRows.h"

using namespace anomalloc::format;

namespace anomalloc {

namespace {

/// Stacks that end in the same call at the same height share two sets, so that
/// calls that meet in the one can part in the other.
struct KnownSet {
  static constexpr unsigned Ways = 6;
  KnownStack Stacks[Ways];
  unsigned Taken; ///< How many were put in; the oldest of them is replaced.
};
constexpr unsigned LogKnownSets = 7;

/// The row of a site's events of one size from one stack.
struct RowAtHand {
  uint64_t Asking; ///< AnomallocTls; 0: unused.
  uint64_t Size;
  uint64_t Section;
  StackRows Rows;
  const KnownStack *Stack; ///< Of the rows, if it still has their node.
};
constexpr unsigned LogRowsAtHand = 9;

/// What a lane knows of stacks, in normal code (0) and in signal handlers that
/// interrupted it while it was at work (1).
struct Space {
  WalkSpace Walks;
  StackCountTable Counts;
  KnownSet Known[1 << LogKnownSets]; ///< By hash.

  KnownSet &known(const FrameCursor &From, const void *Caller,
                  unsigned Choice) {
    uint64_t H = From.StackPointer >> 4 ^ reinterpret_cast<uint64_t>(Caller);
    H *= 0x9e3779b97f4a7c15u;
    return Known[H >> (64 - (Choice + 1) * LogKnownSets) &
                 ((1 << LogKnownSets) - 1)];
  }
};

} // namespace

struct StackRecorder {
  uint32_t Busy;
  uint32_t Version; ///< Of First.Walks.
  Space First;
  Space *Second; ///< Null until a signal handler needs it.
  RowAtHand AtHand[1 << LogRowsAtHand]; ///< Of First, by hash.

  RowAtHand &atHand(uint64_t Asking, const uint64_t *Frame, uint64_t Size) {
    uint64_t H = Asking ^ Size << 16 ^ reinterpret_cast<uint64_t>(Frame) << 24 ^
                 Frame[1] << 40;
    H *= 0x9e3779b97f4a7c15u;
    return AtHand[H >> (64 - LogRowsAtHand)];
  }
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

/// The next event like this one will find its row at once. By the lane's own
/// thread, which is at work or not interrupted.
static void keepAtHand(StackRecorder &R, const DetailedEvent &E,
                       const KnownStack &K, StackCount *Row) {
  if (!E.Frame || !K.Node ||
      K.CallersStackPointer != reinterpret_cast<uint64_t>(E.Frame + 2))
    return;
  uint64_t Asking = askingOf(E.Unit, E.Slot);
  R.atHand(Asking, E.Frame,
           E.Size) = {Asking, E.Size, E.Section, {Row, nullptr}, &K};
}

/// Walks, or finds that nothing has changed, and counts.
static StackRef countIn(Lane &L, uint32_t SpaceNumber, const FrameCursor &From,
                        StackCount &Key, const DetailedEvent &E) {
  const void *Caller = E.Caller;
  StackRecorder &R = *L.Stacks;
  if (SpaceNumber && !R.Second) {
    sys::SignalGuard Guard;
    R.Second =
        static_cast<Space *>(allocateControl(*L.Owner, Guard, sizeof(Space)));
    if (!R.Second)
      return loseStack(*L.Owner);
  }
  Space &S = SpaceNumber ? *R.Second : R.First;
  StackCount *Row = nullptr;
  if (walkStack(L, SpaceNumber, S.Walks, From, Caller, Key.Node)) {
    tell(S.Walks.Last);
    KnownSet &First = S.known(From, Caller, 0);
    KnownSet &Second = S.known(From, Caller, 1);
    KnownSet &Set = Second.Taken < First.Taken ? Second : First;
    KnownStack &K = Set.Stacks[Set.Taken++ % KnownSet::Ways];
    remember(K, S.Walks.Last, From, Caller);
    Row = S.Counts.findOrInsert(L, SpaceNumber, Key);
    K.Row = Row;
    if (Row && !SpaceNumber)
      keepAtHand(R, E, K, Row);
  }
  if (!Row)
    return loseStack(*L.Owner);
  addTo(Row->Count, 1);
  return {Key.Node, SpaceNumber};
}

/// The row of an event that comes from a stack that is known.
static StackCount *findAgain(Lane &L, const FrameCursor &From,
                             const DetailedEvent &E, StackCount &Key) {
  const void *Caller = E.Caller;
  Space &S = L.Stacks->First;
  for (unsigned Choice = 0; Choice != 2; ++Choice)
    for (KnownStack &K : S.known(From, Caller, Choice).Stacks) {
      if (!isSame(*L.Owner, K, From, Caller))
        continue;
      Key.Node = K.Node;
      tell(K);
      StackCount *Row = K.Row;
      if (Row && Row->Node == Key.Node && Row->Size == Key.Size &&
          Row->Section == Key.Section && Row->Unit == Key.Unit &&
          Row->Slot == Key.Slot)
        return Row;
      K.Row = S.Counts.find(Key);
      if (K.Row)
        keepAtHand(*L.Stacks, E, K, K.Row);
      return K.Row;
    }
  const Walk &W = S.Walks.Last;
  if (!isCurrent(*L.Owner, W))
    return nullptr;
  const WalkedFrame &Innermost = W.Frames[W.NumFrames - 1];
  if (Innermost.StackPointer != From.StackPointer || Innermost.Pc != From.Pc ||
      !areUnchanged(W, W.NumFrames - 1))
    return nullptr;
  Key.Node = W.Frames[W.Leaf].Node;
  tell(W);
  return S.Counts.find(Key);
}

StackRows findStackAtHand(Lane &L, uint64_t Asking, const uint64_t *Frame,
                          uint32_t Section, uint64_t Size) {
  StackRecorder *R = L.Stacks;
  if (__builtin_expect(!R || R->Busy, 0))
    return {};
  auto Fence = [] { __atomic_signal_fence(__ATOMIC_SEQ_CST); };
  uint32_t Version = R->Version;
  Fence();
  const RowAtHand &At = R->atHand(Asking, Frame, Size);
  if (__builtin_expect(
          At.Asking != Asking || At.Size != Size || At.Section != Section, 0))
    return {};
  const KnownStack &K = *At.Stack;
  StackRows Rows = At.Rows;
  if (__builtin_expect(
          Rows.Count->Node != K.Node || !isSame(*L.Owner, K, Frame), 0))
    return {};
  tell(K);
  Fence();
  // Else a signal handler has walked meanwhile.
  if (__builtin_expect(R->Version != Version || R->Busy, 0))
    return {};
  return Rows;
}

void keepAtHand(Lane &L, const DetailedEvent &E, LifetimeRow &Its) {
  uint64_t Asking = askingOf(E.Unit, E.Slot);
  RowAtHand &At = L.Stacks->atHand(Asking, E.Frame, E.Size);
  bool IsIts = At.Asking == Asking && At.Size == E.Size &&
               At.Section == E.Section && At.Stack->Node == At.Rows.Count->Node;
  if (IsIts && Its.Entry->Stack == At.Stack->Node)
    At.Rows.Lifetime = &Its;
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
    StackCount *Row = findAgain(L, From, E, Key);
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
    return countIn(L, 1, From, Key, E);
  }
  R->Busy = 1;
  ++R->Version;
  Fence();
  StackRef Result = countIn(L, 0, From, Key, E);
  Fence();
  R->Busy = 0;
  return Result;
}

} // namespace anomalloc
