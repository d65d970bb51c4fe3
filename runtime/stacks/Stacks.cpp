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
#include "count/Sections.h"
#include "interpose/Asking.h"
#include "lifetime/LifetimeRows.h"
#include "stacks/Capture.h"
#include "stacks/Recorder.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

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

static StackRecorder *recorderOf(Lane &L) {
  if (L.Stacks)
    return L.Stacks;
  sys::SignalGuard Guard;
  if (!L.Stacks)
    L.Stacks = static_cast<StackRecorder *>(
        allocateControl(*L.Owner, Guard, sizeof(StackRecorder)));
  return L.Stacks;
}

namespace {

/// What tells an event from others, for stacks.
struct StackEvent {
  StackKey Key;
  uint64_t Asker;        ///< As RowAtHand::asker() says.
  const uint64_t *Frame; ///< As in DetailedEvent; null: none.
  const void *Caller;    ///< As in DetailedEvent.

  uint64_t stackPointer() const {
    return reinterpret_cast<uint64_t>(Frame + 2);
  }
};

} // namespace

static uint64_t askerOf(const DetailedEvent &E) {
  return RowAtHand::asker(E.Dark ? askingOf(E.Unit, E.Slot, E.Caller)
                                 : askingOf(E.Unit, E.Slot),
                          E.Section);
}

/// The next event like this one will find its row at once. By the lane's own
/// thread, which is at work or not interrupted.
static void keepAtHand(StackRecorder &R, const StackEvent &E,
                       const KnownStack &K, const StackCountRef &Row) {
  RowAtHand *Place = R.Place;
  if (!Place || !K.Node || K.CallersStackPointer != E.stackPointer())
    return;
  // A signal handler that comes here finds none, or a whole one.
  Place->Asker = 0;
  fence();
  Place->SizeAndStack = E.Key.Size | uint64_t(R.First.Known.numberOf(K)) << 48;
  Place->Rows = Row;
  fence();
  Place->Asker = E.Asker;
}

/// The row of an event from the stack that was just walked; null where there is
/// no room.
static inline __attribute__((always_inline)) StackCountRef *
rowOfWalked(Lane &L, uint32_t SpaceNumber, Space &S, uint32_t Node,
            const FrameCursor *From, const StackEvent &E, bool Keeps = true) {
  tell(S.Walks.Last);
  StackCountRef *Row = S.Walks.Stacks.count(L, SpaceNumber, Node, E.Key);
  if (!Row)
    return nullptr;
  uint64_t StackPointer = From ? From->StackPointer : E.stackPointer();
  KnownStacks::Key At = KnownStacks::keyOf(StackPointer, E.Caller);
  if (KnownStack *K =
          Keeps ? S.Known.keep(At, S.Walks.Last, From, E.Caller) : nullptr) {
    K->Row = Row;
    if (!SpaceNumber)
      keepAtHand(*L.Stacks, E, *K, *Row);
  }
  return Row;
}

/// Walks from the runtime's own frame on, and counts.
static StackRef countFrom(Lane &L, uint32_t SpaceNumber,
                          const FrameCursor &From, const StackEvent &E) {
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
  StackCountRef *Row = rowOfWalked(L, SpaceNumber, S, Node, &From, E);
  if (!Row)
    return {};
  addTo(Row->Count->Count, 1);
  return {Node, SpaceNumber, SpaceNumber ? nullptr : Row};
}

/// The row of an event that comes from \p K.
static StackCountRef *rowOf(Lane &L, KnownStack &K, const StackEvent &E) {
  tell(K);
  StackTable &Stacks = L.Stacks->First.Walks.Stacks;
  if (!(K.Row && K.Row->Count->Node == K.Node &&
        Stacks.hasKey(*K.Row->Count, E.Key)))
    K.Row = Stacks.findCount(K.Node, E.Key);
  if (K.Row)
    keepAtHand(*L.Stacks, E, K, *K.Row);
  return K.Row;
}

/// The row of an event that comes from a stack that is known.
static StackCountRef *findAgain(Lane &L, const FrameCursor &From,
                                const StackEvent &E) {
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
  return S.Walks.Stacks.findCount(W.Frames[W.Leaf].Node, E.Key);
}

/// The same of an event whose function has a frame.
static __attribute__((noinline)) StackCountRef *findAgain(Lane &L,
                                                          const StackEvent &E) {
  KnownStack *K = L.Stacks->First.Known.find(
      KnownStacks::keyOf(E.stackPointer(), E.Caller), [&](const KnownStack &K) {
        return K.Node && isSame(*L.Owner, K, E.Frame);
      });
  return K ? rowOf(L, *K, E) : nullptr;
}

void keepAtHand(Lane &L, const DetailedEvent &E, LifetimeRow &Its) {
  RowAtHand *Place = L.Stacks->Place;
  if (!Place)
    return;
  RowAtHand &At = *Place;
  if (At.has(askerOf(E), E.Size) && Its.Entry->Stack == At.Rows.Count->Node)
    At.Rows.Lifetime = &Its;
}

/// The row that \p Find has for the stack of an event, if it is known still: no
/// signal handler has walked meanwhile. Else null.
template <typename Finder>
static StackCountRef *rowIfKnown(StackRecorder &R, Finder Find) {
  if (R.Busy)
    return nullptr;
  uint32_t Version = R.Version;
  fence();
  StackCountRef *Row = Find();
  fence();
  return R.Version != Version || R.Busy ? nullptr : Row;
}

/// Walks in the first space, which is not busy, by \p Walk.
template <typename Function>
static inline __attribute__((always_inline)) auto atWork(StackRecorder &R,
                                                         Function Walk) {
  R.Busy = 1;
  ++R.Version;
  fence();
  auto Result = Walk();
  fence();
  R.Busy = 0;
  return Result;
}

/// The row of an event by the frame of the interposed function, where nothing
/// but usual frames stands above it. Else null. The event is not counted yet.
static inline __attribute__((always_inline)) StackCountRef *
findRowQuickly(Lane &L, StackRecorder &R, const StackEvent &E) {
  const bool Tries = R.Known.tries();
  R.Place = Tries ? &R.atHand(E.Asker, E.Frame, E.Key.Size) : nullptr;
  if (Tries) {
    StackCountRef *Known = rowIfKnown(R, [&] { return findAgain(L, E); });
    R.Known.note(Known);
    if (Known)
      return Known;
  }
  if (R.Busy)
    return nullptr;
  return atWork(R, [&]() -> StackCountRef * {
    Space &S = R.First;
    uint32_t Node;
    if (!walkStackQuickly(L, 0, S.Walks, E.Frame, Node))
      return nullptr;
    return rowOfWalked(L, 0, S, Node, nullptr, E, Tries);
  });
}

static StackRef countIn(StackCountRef *Row) {
  if (!Row)
    return {};
  addTo(Row->Count->Count, 1);
  return {Row->Count->Node, 0, Row};
}

/// From the runtime's own frame on. No node: the stack is lost.
static __attribute__((noinline)) StackRef
noteStackFromHere(Lane &L, StackRecorder &R, const StackEvent &E) {
  LiveRegisters Live;
  FrameCursor From;
  ANOMALLOC_CAPTURE(From, Live);
  if (StackCountRef *Known =
          rowIfKnown(R, [&] { return findAgain(L, From, E); }))
    return countIn(Known);
  placeRegisters(From, Live);
  if (R.Busy) {
    // We are in a signal handler, in the midst of what follows; or such a
    // handler has left by longjmp(3), and normal code has come to stay here.
    sys::SignalGuard Guard;
    return countFrom(L, 1, From, E);
  }
  return atWork(R, [&] { return countFrom(L, 0, From, E); });
}

__attribute__((noinline)) StackRef noteStack(Lane &L, const DetailedEvent &E) {
  StackRef Found = {};
  if (StackRecorder *R = recorderOf(L)) {
    const StackEvent Its = {
        {E.Size, E.Section, E.Unit, E.Slot, 0}, askerOf(E), E.Frame, E.Caller};
    const bool HasFrame = FramesShowCallers && E.Frame;
    if (HasFrame && !R->Refused)
      Found = countIn(findRowQuickly(L, *R, Its));
    R->Refused = false;
    if (!Found.Node) {
      R->Place = HasFrame ? &R->atHand(Its.Asker, E.Frame, E.Size) : nullptr;
      Found = noteStackFromHere(L, *R, Its);
    }
    R->Last = Found.Row ? Found.Row->Count : nullptr;
  }
  if (!Found.Node)
    __atomic_fetch_add(&L.Owner->file().header()->LostStacks, 1,
                       __ATOMIC_RELAXED);
  return Found;
}

template <bool WithLifetime>
StackCountRef countAtHand(Lane &L, uint64_t Asking, const uint64_t *Frame,
                          uint32_t Section, uint64_t Size) {
  StackRecorder *R = L.Stacks;
  if (!FramesShowCallers || __builtin_expect(!R || R->Busy, 0))
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

static __attribute__((noinline)) void
makeLifetimeRow(Lane &L, const StackEvent &E, const void *Dark,
                const void *Block, StackCountRef &Row) {
  const DetailedEvent Whole = {E.Key.Unit,      Block,         E.Key.Slot,
                               E.Key.Size,      E.Key.Section, E.Caller,
                               Dark != nullptr, E.Frame};
  Row.Lifetime = findLifetimeRow(L, Whole, {Row.Count->Node, 0, &Row});
}

template <bool WithLifetime>
StackCountRef countNearHand(uint64_t Asking, const void *Dark,
                            const uint64_t *Frame, const void *Block,
                            uint64_t Size) {
  Lane &L = *MyLane;
  StackRecorder *R = L.Stacks;
  if (!FramesShowCallers || __builtin_expect(!R || (WithLifetime && !Size), 0))
    return {};
  // Else the site itself brings the event.
  if (!Dark && __builtin_expect(!unitOf(Asking) || !notesWhenAsked(L), 0))
    return {};
  const uint32_t Section = currentSection();
  const bool Led = isSite(Asking);
  const StackEvent E = {
      {Size, Section, Led ? unitOf(Asking) : 0, Led ? slotOf(Asking) : 0, 0},
      RowAtHand::asker(Asking, Section),
      Frame,
      reinterpret_cast<const void *>(Frame[1])};
  StackCountRef *Row = findRowQuickly(L, *R, E);
  if (__builtin_expect(!Row, 0)) {
    R->Refused = true;
    return {};
  }
  if (WithLifetime) {
    const uint32_t Node = Row->Count->Node;
    if (__builtin_expect(!Row->Lifetime, 0))
      makeLifetimeRow(L, E, Dark, Block, *Row);
    // Blocks whose sizes have no rows of their own have another row.
    if (__builtin_expect(!Row->Lifetime || Row->Lifetime->Entry->Stack != Node,
                         0))
      return {};
  }
  addTo(Row->Count->Count, 1);
  R->Last = Row->Count;
  return *Row;
}
template StackCountRef countNearHand<false>(uint64_t, const void *,
                                            const uint64_t *, const void *,
                                            uint64_t);
template StackCountRef countNearHand<true>(uint64_t, const void *,
                                           const uint64_t *, const void *,
                                           uint64_t);

} // namespace anomalloc::runtime
