//===- UsualWay.h - what most blocks need -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Birth and death of a block in detailed modes, in the case that is by far the
/// most frequent: the data that the mode needs is at hand (the block's row, the
/// row of the stack, or the key in the trace). An instrumented site asks, or
/// nobody does, as in a program that was not built by us; then the return
/// address stands for the site, and the event is counted here.
/// If lifetimes are recorded, glibc must also give the block, and the thread
/// that made the block must free it. This code does what recordAllocation,
/// countDark and recordFree do, without the questions that have the same answer
/// each time. The other questions come first. If one of them has an unusual
/// answer, those functions take over, before anything has changed.
///
/// A birth calls some functions only now and then. These preserve all
/// registers, so that the interposed functions need not save them. A death
/// calls nothing.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_USUALWAY_H
#define ANOMALLOC_RUNTIME_INTERPOSE_USUALWAY_H

#include "access/Sums.h"
#include "count/Events.h"
#include "count/Sections.h"
#include "interpose/Asking.h"
#include "lifetime/BirthAndDeath.h"
#include "stacks/Stacks.h"

namespace anomalloc::runtime {

/// The modes that have a usual way. A run that records another one takes the
/// long ways.
constexpr uint32_t UsualModes =
    Mode::Lifetime | Mode::Stacks | Mode::Trace | Mode::Access;

/// The lane of the calling thread, and DetailState::Usual of its process.
/// find() returns false if there is no lane.
struct WayOfThread {
  Lane *L = MyLane;
  uint32_t Way = 0;

  __attribute__((always_inline)) bool find() {
    if (__builtin_expect(L->Self != L, 0))
      return false;
    Way = __atomic_load_n(&L->Owner->Detail.Usual, __ATOMIC_RELAXED);
    return true;
  }
};

/// Counts the event by its stack. \p Caller as for rowAtHand(). Null pointers,
/// and nothing is counted, if the case is not the usual one.
template <bool WithLifetime>
inline StackCountRef countStack(Lane &L, uint64_t Asking, const void *Caller,
                                const uint64_t *Frame, const void *Block,
                                size_t Size) {
  const StackCountRef Its =
      countAtHand<WithLifetime>(L, Asking, Frame, currentSection(), Size);
  return __builtin_expect(Its.Count != nullptr, 1)
             ? Its
             : countNearHand<WithLifetime>(Asking, Caller, Frame, Block, Size);
}

/// The row for a block of the site \p Asking; null if the row is not at hand.
/// \p Caller is null, or the dark code that allocates. If the mode counts
/// stacks, the event is also counted by its stack.
template <uint32_t Modes>
inline LifetimeRow *rowAtHand(Lane &L, uint64_t Asking, const void *Caller,
                              const uint64_t *Frame, const void *Block,
                              size_t Size) {
  if constexpr (Modes & Mode::Stacks)
    return countStack<true>(L, Asking, Caller, Frame, Block, Size).Lifetime;
  LifetimeRow *R = L.Watched.Rows.atHand(
      Asking, LifetimeRows::whereOf(currentSection(), Caller), Size);
  // Since then, other code may have come to the address.
  return Caller && R &&
                 R->Entry->Epoch !=
                     __atomic_load_n(&L.Owner->Epoch, __ATOMIC_RELAXED)
             ? nullptr
             : R;
}

/// Does what recordAllocation() does for lifetimes. Returns false, and does
/// nothing, if the case is not the usual one.
template <uint32_t Modes>
__attribute__((always_inline)) inline bool
watchMadeAsUsual(Lane &L, uint64_t Asking, const void *Caller,
                 const uint64_t *Frame, const void *Block, size_t Size) {
  if (__builtin_expect(L.Watched.Busy != 0, 0))
    return false;
  if (__builtin_expect(__anomalloc_activations.Depth != 0, 0))
    return false;
  Lifetimes &All = L.Owner->Lifetimes;
  uint64_t *Leaf = All.Live.leafAtHand(Block);
  if (__builtin_expect(!Leaf, 0))
    return false;
  LifetimeRow *R = rowAtHand<Modes>(L, Asking, Caller, Frame, Block, Size);
  if (__builtin_expect(!R, 0))
    return false;
  noteMade</*IsUsual=*/true, Modes>(All, L, *R, Block, Size, {}, Leaf);
  if (Modes & Mode::Access && L.Owner->Accesses.exist())
    beginBlock(L, Block, Size);
  return true;
}

/// Does what recordUsualAllocation() does, in a lane that records \p Modes of
/// every block. \p Caller as for rowAtHand(); null with Trace.
template <uint32_t Modes>
__attribute__((always_inline)) inline bool
recordUsual(Lane &L, uint64_t Asking, const void *Caller, const uint64_t *Frame,
            const void *Block, size_t Size) {
  if constexpr (Modes == Mode::Trace)
    return traceMadeAsUsual(L, Asking, Block, Size);
  if constexpr (Modes & Mode::Lifetime) {
    if (!watchMadeAsUsual<Modes>(L, Asking, Caller, Frame, Block, Size))
      return false;
  } else {
    if (__builtin_expect(
            !countStack<false>(L, Asking, Caller, Frame, Block, Size).Count, 0))
      return false;
  }
  if constexpr (Modes & Mode::Trace)
    traceMadeBesides(L, Asking, Frame, Block, Size);
  return true;
}

/// Does what recordAllocation() does, in a run that records \p Modes. Returns
/// false, and does nothing, if the case is not the usual one.
template <uint32_t Modes>
__attribute__((always_inline)) inline bool
recordUsualAllocation(uint64_t Asking, const uint64_t *Frame, const void *Block,
                      size_t Size) {
  WayOfThread Its;
  if (__builtin_expect(!Its.find(), 0))
    return false;
  if (__builtin_expect(!Its.Way, 0))
    return false;
  return recordUsual<Modes>(*Its.L, Asking, nullptr, Frame, Block, Size);
}

/// Does what countDark() does, as recordUsualAllocation() does for sites. A
/// trace has no usual way for dark events.
template <uint32_t Modes>
__attribute__((noinline)) bool recordUsualDark(const uint64_t *Frame,
                                               const void *Block, size_t Size) {
  if (Modes & Mode::Trace)
    return false;
  WayOfThread Its;
  if (__builtin_expect(!Its.find(), 0))
    return false;
  if (__builtin_expect(!Its.Way, 0))
    return false;
  auto *Caller = reinterpret_cast<const void *>(Frame[1]);
  format::SizeEntry Key = darkKey(*Its.L, Caller, currentSection(), Size);
  AnomallocUnit *Via = __anomalloc_tls.Via;
  const uint32_t ViaSlot = __anomalloc_tls.ViaSlot;
  if (Via) {
    Key.Unit = __atomic_load_n(&Via->Index, __ATOMIC_ACQUIRE);
    Key.Slot = ViaSlot & ~ANOMALLOC_VIA_MAKER;
    if (__builtin_expect(!Key.Unit, 0))
      return false;
  }
  format::SizeEntry *Row = Its.L->Sizes.find(Key);
  if (__builtin_expect(!Row, 0))
    return false;
  const uint64_t Asking = askingOf(Key.Unit, Key.Slot, Caller);
  if (__builtin_expect(
          !recordUsual<Modes>(*Its.L, Asking, Caller, Frame, Block, Size), 0))
    return false;
  if (Via && ViaSlot & ANOMALLOC_VIA_MAKER)
    addMade(*Its.L, *Via, Size);
  addTo(Row->Count, 1);
  PendingBlock = nullptr; // As countDark()'s callers do.
  return true;
}

/// The end of a block that the calling thread made, and that nobody used
/// unusually.
template <uint32_t Modes>
__attribute__((always_inline)) inline bool
noteFreedAsUsual(Lane &L, const void *Block, const LiveTable::Born &Its,
                 LifetimeRow &Own, bool IsTemporary, const void *Caller) {
  if (!noteFreed</*IsUsual=*/true, Modes>(L, L, Its.Place, Own,
                                          {Its.Clock, 0, false}, IsTemporary,
                                          Caller))
    return false;
  if constexpr (Modes & Mode::Access)
    endOwnBlock(L, Block, Own, Its.Clock);
  return true;
}

/// Does what watchFree() does for \p Block, which is not null. Returns false,
/// and does nothing, if the case is not the usual one.
template <uint32_t Modes>
__attribute__((always_inline)) inline bool
watchFreeAsUsual(const void *Block, const void *Caller) {
  WayOfThread Thread;
  if (__builtin_expect(!Thread.find(), 0))
    return false;
  if (__builtin_expect(!(Thread.Way & DetailState::UsualFrees), 0))
    return false;
  Lane &L = *Thread.L;
  Lifetimes &All = L.Owner->Lifetimes;
  Watch &W = L.Watched;
  if (__builtin_expect(W.Busy != 0, 0))
    return false;
  if (W.Recent[0] == Block) {
    const LiveTable::Born Its = W.Newest;
    if (__builtin_expect(*Its.Place != Its.Word, 0))
      return false;
    return noteFreedAsUsual<Modes>(L, Block, Its,
                                   All.Keys.row(LiveTable::rowOf(Its.Word)),
                                   /*IsTemporary=*/true, Caller);
  }
  if (__builtin_expect(!LiveTable::isAddress(Block), 0))
    return false;
  uint64_t *Leaf = All.Live.leafAtHand(Block);
  if (__builtin_expect(!Leaf, 0))
    return false;
  const LiveTable::Born Its = LiveTable::findAtHand(Leaf, Block);
  if (__builtin_expect(!Its.Place, 0))
    return false;
  LifetimeRow &Own = All.Keys.row(LiveTable::rowOf(Its.Word));
  if (__builtin_expect(Own.Owner != &L, 0))
    return false;
  if (__builtin_expect(Its.Clock <= W.Since, 0))
    return false;
  return noteFreedAsUsual<Modes>(L, Block, Its, Own, /*IsTemporary=*/false,
                                 Caller);
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_USUALWAY_H
