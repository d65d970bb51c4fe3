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

#include "stacks/Stacks.h"
#include "count/Units.h"
#include "interpose/Asking.h"
#include "lifetime/LifetimeRows.h"
#include "stacks/KnownStack.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

namespace {

/// The row of a site's events of one size from one stack: half a cache line.
struct alignas(32) RowAtHand {
  uint64_t Asker; ///< As asker() says; 0: unused.
  /// Size: 48 bits, no block is larger. Above it the number among KnownStacks
  /// of the rows' stack, if it still has their node.
  uint64_t SizeAndStack;
  StackCountRef Rows;

  /// AnomallocTls::Asking, or what askingOf() says for dark code, with the
  /// section's id where both have no bits. In a sampled run nobody asks for rows
  /// at hand, so no rate is told apart.
  static uint64_t asker(uint64_t Asking, uint32_t Section) {
    static_assert(MaxUnits <= 1 << 16);
    return Asking | uint64_t(Section) << 48;
  }
  bool has(uint64_t Asker, uint64_t Size) const {
    return this->Asker == Asker && (SizeAndStack ^ Size) << 16 == 0;
  }
  uint32_t stack() const { return uint32_t(SizeAndStack >> 48); }
};
constexpr unsigned LogRowsAtHand = 12;

/// What a lane knows of stacks, in normal code (0) and in signal handlers that
/// interrupted it while it was at work (1).
struct Space {
  WalkSpace Walks;
  KnownStacks Known;
};

/// Whether to look for stacks among those that are known, and to remember more:
/// where stacks change all the time, that costs more than it saves. Then every
/// sixteenth event tries, so that what has become steady is found.
class Luck {
public:
  bool tries() { return Score < Most || !(++Left % 16); }
  void note(bool Found) {
    if (Found)
      Score = Score < 4 ? 0 : Score - 4;
    else if (Score < Most)
      ++Score;
  }

private:
  static constexpr uint32_t Most = 64;
  uint32_t Score; ///< Of bad luck, up to Most.
  uint32_t Left;  ///< Events since that score.
};

} // namespace

struct StackRecorder {
  uint32_t Busy;
  uint32_t Version; ///< Of First.Walks.
  Luck Known;       ///< Of events whose function has a frame.
  Space First;
  Space *Second; ///< Null until a signal handler needs it.
  /// The row of the event before this one.
  const StackCount *Last;
  /// Where the event that noteStack() counts keeps its row; null: nowhere.
  RowAtHand *Place;
  RowAtHand AtHand[1 << LogRowsAtHand]; ///< Of First, by hash.

  /// Where a row is kept. The hash takes in what tells stacks apart without
  /// looking at them: which maker call is in progress, and which row came
  /// before, for code allocates in loops.
  RowAtHand &atHand(uint64_t Asker, const uint64_t *Frame, uint64_t Size) {
    uint64_t H = Asker ^ Size << 16 ^ reinterpret_cast<uint64_t>(Frame) << 24;
    H ^= reinterpret_cast<uint64_t>(Last) << 8 ^ __anomalloc_tls.Caller << 12;
    H *= 0x9e3779b97f4a7c15u;
    return AtHand[H >> (64 - LogRowsAtHand)];
  }
};

static void fence() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

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

static uint64_t askerOf(const DetailedEvent &E) {
  return RowAtHand::asker(E.Dark ? askingOf(E.Unit, E.Slot, E.Caller)
                                 : askingOf(E.Unit, E.Slot),
                          E.Section);
}

static StackKey keyOf(const DetailedEvent &E) {
  return {E.Size, E.Section, E.Unit, E.Slot, 0};
}

/// The next event like this one will find its row at once. By the lane's own
/// thread, which is at work or not interrupted.
static void keepAtHand(StackRecorder &R, const DetailedEvent &E,
                       const KnownStack &K, const StackCountRef &Row) {
  RowAtHand *Place = R.Place;
  if (!Place || !K.Node ||
      K.CallersStackPointer != reinterpret_cast<uint64_t>(E.Frame + 2))
    return;
  // A signal handler that comes here finds none, or a whole one.
  Place->Asker = 0;
  fence();
  Place->SizeAndStack = E.Size | uint64_t(R.First.Known.numberOf(K)) << 48;
  Place->Rows = Row;
  fence();
  Place->Asker = askerOf(E);
}

/// Counts an event from the stack that was just walked; no node where there is
/// no room.
static StackRef countWalked(Lane &L, uint32_t SpaceNumber, Space &S,
                            uint32_t Node, const FrameCursor *From,
                            const DetailedEvent &E, bool Keeps = true) {
  tell(S.Walks.Last);
  StackCountRef *Row = S.Walks.Stacks.count(L, SpaceNumber, Node, keyOf(E));
  if (!Row)
    return {};
  uint64_t StackPointer =
      From ? From->StackPointer : reinterpret_cast<uint64_t>(E.Frame + 2);
  KnownStacks::Key At = KnownStacks::keyOf(StackPointer, E.Caller);
  if (KnownStack *K =
          Keeps ? S.Known.keep(At, S.Walks.Last, From, E.Caller) : nullptr) {
    K->Row = Row;
    if (!SpaceNumber)
      keepAtHand(*L.Stacks, E, *K, *Row);
  }
  addTo(Row->Count->Count, 1);
  return {Node, SpaceNumber, SpaceNumber ? nullptr : Row};
}

/// Walks from the runtime's own frame on, and counts.
static StackRef countIn(Lane &L, uint32_t SpaceNumber, const FrameCursor &From,
                        const DetailedEvent &E) {
  StackRecorder &R = *L.Stacks;
  if (SpaceNumber && !R.Second) {
    sys::SignalGuard Guard;
    R.Second =
        static_cast<Space *>(allocateControl(*L.Owner, Guard, sizeof(Space)));
    if (!R.Second)
      return {};
  }
  Space &S = SpaceNumber ? *R.Second : R.First;
  uint32_t Node;
  if (!walkStack(L, SpaceNumber, S.Walks, From, E.Caller, Node))
    return {};
  return countWalked(L, SpaceNumber, S, Node, &From, E);
}

/// The row of an event that comes from \p K.
static StackCountRef *rowOf(Lane &L, KnownStack &K, const DetailedEvent &E) {
  tell(K);
  StackTable &Stacks = L.Stacks->First.Walks.Stacks;
  const StackKey Key = keyOf(E);
  if (!(K.Row && K.Row->Count->Node == K.Node &&
        Stacks.hasKey(*K.Row->Count, Key)))
    K.Row = Stacks.findCount(K.Node, Key);
  if (K.Row)
    keepAtHand(*L.Stacks, E, K, *K.Row);
  return K.Row;
}

/// The row of an event that comes from a stack that is known.
static StackCountRef *findAgain(Lane &L, const FrameCursor &From,
                                const DetailedEvent &E) {
  Space &S = L.Stacks->First;
  if (KnownStack *K =
          S.Known.find(KnownStacks::keyOf(From.StackPointer, E.Caller),
                       [&](const KnownStack &K) {
                         return isSame(*L.Owner, K, From, E.Caller);
                       }))
    return rowOf(L, *K, E);
  const Walk &W = S.Walks.Last;
  if (!isCurrent(*L.Owner, W))
    return nullptr;
  const WalkedFrame &Innermost = W.Frames[W.NumFrames - 1];
  if (Innermost.StackPointer != From.StackPointer || Innermost.Pc != From.Pc ||
      !isUnchanged(W))
    return nullptr;
  tell(W);
  return S.Walks.Stacks.findCount(W.Frames[W.Leaf].Node, keyOf(E));
}

/// The same of an event whose function has a frame.
static StackCountRef *findAgain(Lane &L, const DetailedEvent &E) {
  KnownStack *K = L.Stacks->First.Known.find(
      KnownStacks::keyOf(reinterpret_cast<uint64_t>(E.Frame + 2), E.Caller),
      [&](const KnownStack &K) {
        return K.Node && isSame(*L.Owner, K, E.Frame);
      });
  return K ? rowOf(L, *K, E) : nullptr;
}

template <bool WithLifetime>
StackCountRef countAtHand(Lane &L, uint64_t Asking, const uint64_t *Frame,
                          uint32_t Section, uint64_t Size) {
  StackRecorder *R = L.Stacks;
  if (__builtin_expect(!R || R->Busy, 0))
    return {};
  uint32_t Version = R->Version;
  fence();
  const uint64_t Asker = RowAtHand::asker(Asking, Section);
  const RowAtHand &At = R->atHand(Asker, Frame, Size);
  if (__builtin_expect(!At.has(Asker, Size), 0))
    return {};
  const KnownStack &K = R->First.Known.at(At.stack());
  StackCountRef Rows = At.Rows;
  if (__builtin_expect(
          Rows.Count->Node != K.Node || !isSame(*L.Owner, K, Frame), 0))
    return {};
  tell(K);
  fence();
  // Else a signal handler has walked meanwhile.
  if (__builtin_expect(R->Version != Version || R->Busy, 0))
    return {};
  if (WithLifetime && __builtin_expect(!Rows.Lifetime, 0))
    return {};
  addTo(Rows.Count->Count, 1);
  R->Last = Rows.Count;
  return Rows;
}
template StackCountRef countAtHand<false>(Lane &, uint64_t, const uint64_t *,
                                          uint32_t, uint64_t);
template StackCountRef countAtHand<true>(Lane &, uint64_t, const uint64_t *,
                                         uint32_t, uint64_t);

void keepAtHand(Lane &L, const DetailedEvent &E, LifetimeRow &Its) {
  RowAtHand *Place = L.Stacks->Place;
  if (!Place)
    return;
  RowAtHand &At = *Place;
  if (At.has(askerOf(E), E.Size) && Its.Entry->Stack == At.Rows.Count->Node)
    At.Rows.Lifetime = &Its;
}

/// Counts an event if \p Find has the row of its stack, and knows it still: no
/// signal handler has walked meanwhile. Else no node.
template <typename Finder>
static StackRef countIfKnown(StackRecorder &R, Finder Find) {
  if (R.Busy)
    return {};
  uint32_t Version = R.Version;
  fence();
  StackCountRef *Row = Find();
  fence();
  if (!Row || R.Version != Version || R.Busy)
    return {};
  addTo(Row->Count->Count, 1);
  return {Row->Count->Node, 0, Row};
}

/// Walks in the first space, which is not busy, by \p Count.
template <typename Counter>
static StackRef countAtWork(StackRecorder &R, Counter Count) {
  R.Busy = 1;
  ++R.Version;
  fence();
  StackRef Result = Count();
  fence();
  R.Busy = 0;
  return Result;
}

/// By the frame of the interposed function, where nothing but usual frames
/// stands above it. Else nothing is counted, and there is no node.
static StackRef noteStackQuickly(Lane &L, StackRecorder &R,
                                 const DetailedEvent &E) {
  const bool Tries = R.Known.tries();
  if (Tries) {
    StackRef Known = countIfKnown(R, [&] { return findAgain(L, E); });
    R.Known.note(Known.Node);
    if (Known.Node)
      return Known;
  }
  if (R.Busy)
    return {};
  return countAtWork(R, [&]() -> StackRef {
    Space &S = R.First;
    uint32_t Node;
    if (!walkStackQuickly(L, 0, S.Walks, E.Frame, Node))
      return {};
    return countWalked(L, 0, S, Node, nullptr, E, Tries);
  });
}

/// From the runtime's own frame on. No node: the stack is lost.
static __attribute__((noinline)) StackRef
noteStackFromHere(Lane &L, StackRecorder &R, const DetailedEvent &E) {
  uint64_t Live[6];
  FrameCursor From;
  ANOMALLOC_CAPTURE(From, Live);
  if (!From.Pc)
    return {};
  if (StackRef Known = countIfKnown(R, [&] { return findAgain(L, From, E); });
      Known.Node)
    return Known;
  placeRegisters(From, Live);
  if (R.Busy) {
    // We are in a signal handler, in the midst of what follows; or such a
    // handler has left by longjmp(3), and normal code has come to stay here.
    sys::SignalGuard Guard;
    return countIn(L, 1, From, E);
  }
  return countAtWork(R, [&] { return countIn(L, 0, From, E); });
}

__attribute__((noinline)) StackRef noteStack(Lane &L, const DetailedEvent &E) {
  StackRef Found = {};
  if (StackRecorder *R = recorderOf(L)) {
    R->Place = E.Frame ? &R->atHand(askerOf(E), E.Frame, E.Size) : nullptr;
    if (E.Frame)
      Found = noteStackQuickly(L, *R, E);
    if (!Found.Node)
      Found = noteStackFromHere(L, *R, E);
    R->Last = Found.Row ? Found.Row->Count : nullptr;
  }
  if (!Found.Node)
    __atomic_fetch_add(&L.Owner->file().header()->LostStacks, 1,
                       __ATOMIC_RELAXED);
  return Found;
}

} // namespace anomalloc::runtime
