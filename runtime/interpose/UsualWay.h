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

#include "count/Events.h"
#include "count/Sections.h"
#include "interpose/Asking.h"
#include "lifetime/BirthAndDeath.h"
#include "stacks/Stacks.h"

namespace anomalloc::runtime {

/// The modes that have a usual way. A run that records another one takes the
/// long ways.
constexpr uint32_t UsualModes = Mode::Lifetime | Mode::Stacks | Mode::Trace;

/// The lane of the calling thread, and DetailState::Usual of its process.
/// find() returns false if there is no lane.
struct WayOfThread {
  Lane *L = MyLane;
  uint32_t Way = 0;

  __attribute__((always_inline)) bool find() {
    if (__builtin_expect(!L, 0))
      return false;
    if (__builtin_expect(L->Self != L, 0))
      return false;
    Way = __atomic_load_n(&L->Owner->Detail.Usual, __ATOMIC_RELAXED);
    return true;
  }
};

/// The row for a block of the site \p Asking; null if the row is not at hand.
/// If the mode counts stacks, the event is also counted by its stack.
template <uint32_t Modes>
inline LifetimeRow *rowAtHand(Lane &L, uint64_t Asking, const uint64_t *Frame,
                              size_t Size) {
  if constexpr (!(Modes & Mode::Stacks))
    return L.Watched.Rows.atHand(
        Asking,
        LifetimeRows::whereOf(currentSection(),
                              isSite(Asking) ? 0 : L.Owner->Epoch),
        Size);
  return countAtHand<true>(L, Asking, Frame, currentSection(), Size).Lifetime;
}

/// Does what recordAllocation() does for lifetimes, for a block whose place in
/// the LiveTable is \p At. Returns false, and does nothing, if the case is not
/// the usual one.
template <uint32_t Modes, bool IsSmall>
__attribute__((always_inline)) inline bool
watchMadeAt(Lane &L, uint64_t Asking, const uint64_t *Frame, const void *Block,
            size_t Size, const LiveTable::Entry &At) {
  Lifetimes &All = L.Owner->Lifetimes;
  LifetimeRow *R = rowAtHand<Modes>(L, Asking, Frame, Size);
  if (__builtin_expect(!R, 0))
    return false;
  noteMade</*IsUsual=*/true, Modes, IsSmall>(All, L, *R, Block, Size, At);
  return true;
}

/// Does what watchMadeAt() does, for a block that belongs into a map with
/// larger windows (LiveTable.h).
template <uint32_t Modes>
__attribute__((noinline)) bool watchLargeMade(Lane &L, uint64_t Asking,
                                              const uint64_t *Frame,
                                              const void *Block, size_t Size) {
  const LiveTable::Entry At = L.Owner->Lifetimes.Live.place(Block, Size);
  return At.Place &&
         watchMadeAt<Modes, false>(L, Asking, Frame, Block, Size, At);
}

template <uint32_t Modes>
__attribute__((always_inline)) inline bool
watchMadeAsUsual(Lane &L, uint64_t Asking, const uint64_t *Frame,
                 const void *Block, size_t Size) {
  Watch &W = L.Watched;
  if (__builtin_expect(W.Busy != 0, 0))
    return false;
  if (__builtin_expect(__anomalloc_activations.Depth != 0, 0))
    return false;
  if (__builtin_expect(Size >= LiveTable::SizeAtHand, 0))
    return watchLargeMade<Modes>(L, Asking, Frame, Block, Size);
  uint64_t *Leaf = L.Owner->Lifetimes.Live.leafAtHand(Block);
  return __builtin_expect(Leaf != nullptr, 1) &&
         watchMadeAt<Modes, true>(L, Asking, Frame, Block, Size,
                                  LiveTable::placeIn(Leaf, Block));
}

/// Does what recordUsualAllocation() does, in a lane that records \p Modes of
/// every block. \p Asking may also be what askingOfDark() says, without Trace.
template <uint32_t Modes>
__attribute__((always_inline)) inline bool
recordUsual(Lane &L, uint64_t Asking, const uint64_t *Frame, const void *Block,
            size_t Size) {
  if constexpr (Modes == Mode::Trace)
    return traceMadeAsUsual(L, Asking, Block, Size);
  if constexpr (Modes & Mode::Lifetime) {
    if (!watchMadeAsUsual<Modes>(L, Asking, Frame, Block, Size))
      return false;
  } else {
    if (__builtin_expect(
            !countAtHand<false>(L, Asking, Frame, currentSection(), Size).Count,
            0))
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
  return recordUsual<Modes>(*Its.L, Asking, Frame, Block, Size);
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
  if (__builtin_expect(!Its.Way || __anomalloc_tls.Via, 0))
    return false;
  auto *Caller = reinterpret_cast<const void *>(Frame[1]);
  format::SizeEntry *Row =
      Its.L->Sizes.find(darkKey(*Its.L, Caller, currentSection(), Size));
  if (__builtin_expect(!Row, 0))
    return false;
  if (__builtin_expect(
          !recordUsual<Modes>(*Its.L, askingOfDark(Caller), Frame, Block, Size),
          0))
    return false;
  addTo(Row->Count, 1);
  PendingBlock = nullptr; // As countDark()'s callers do.
  return true;
}

/// Does what noteFreed() does, for a block of which only the entry is known.
/// Also returns false if there is no entry, or another thread made the block.
template <uint32_t Modes>
__attribute__((always_inline)) inline bool
watchFreeOf(Lane &L, const LiveTable::Entry &Its, bool IsTemporary,
            const void *Caller) {
  if (__builtin_expect(!Its.Place, 0))
    return false;
  if (__builtin_expect(Its.isFull(), 0))
    return false;
  LifetimeRow &Own = L.Owner->Lifetimes.Keys.row(Its.row());
  if (__builtin_expect(Own.Owner != &L, 0))
    return false;
  if (__builtin_expect(Its.clock() <= L.Watched.Since, 0))
    return false;
  return noteFreed</*IsUsual=*/true, Modes>(
      L, L, Its, Own, {Its.clock(), 0, false}, IsTemporary, Caller);
}

/// The work that is left when a block is freed.
enum class FreeLeft {
  Nothing, ///< Only the real free.
  Trace,   ///< The real free, and the event in the trace.
  Large,   ///< All; watchLargeFree() tries first: the block may be large.
  All,     ///< All; recordFree() does it: the case is not the usual one.
};

/// Does what watchFree() does, if the case is the usual one. Otherwise does
/// nothing, and returns Large or All.
template <uint32_t Modes>
__attribute__((always_inline)) inline FreeLeft
watchFreeAsUsual(const void *Block, const void *Caller) {
  WayOfThread Thread;
  if (__builtin_expect(!Thread.find(), 0))
    return FreeLeft::All;
  if (__builtin_expect(!(Thread.Way & DetailState::UsualFrees), 0))
    return FreeLeft::All;
  Lane &L = *Thread.L;
  Lifetimes &All = L.Owner->Lifetimes;
  Watch &W = L.Watched;
  if (__builtin_expect(W.Busy != 0, 0))
    return FreeLeft::All;
  bool Done;
  if (W.Recent[0] == Block) {
    const LiveTable::Entry Its =
        LiveTable::smallEntry(W.Newest.Place, W.Newest.Word);
    if (__builtin_expect(!Its.isStill(), 0))
      return FreeLeft::Large;
    Done = noteFreed</*IsUsual=*/true, Modes>(
        L, L, Its, All.Keys.row(Its.row()), {Its.clock(), 0, false},
        /*IsTemporary=*/true, Caller);
  } else {
    if (__builtin_expect(!Block, 0))
      return FreeLeft::All;
    if (LiveTable::isLargeOfGlibc(Block))
      return FreeLeft::Large;
    uint64_t *Leaf =
        LiveTable::isAddress(Block) ? All.Live.leafAtHand(Block) : nullptr;
    if (__builtin_expect(!Leaf, 0))
      return FreeLeft::Large;
    const LiveTable::Entry Its = LiveTable::findIn(Leaf, Block);
    if (__builtin_expect(!Its.Place, 0))
      return FreeLeft::Large;
    Done = watchFreeOf<Modes>(L, Its, false, Caller);
  }
  if (__builtin_expect(!Done, 0))
    return FreeLeft::All;
  return Modes & Mode::Trace ? FreeLeft::Trace : FreeLeft::Nothing;
}

/// Does what watchFree() does, for a block for which watchFreeAsUsual() has
/// just returned Large. Returns false, and does nothing, if the case is not the
/// usual one.
template <uint32_t Modes>
bool watchLargeFree(const void *Block, const void *Caller) {
  Lane &L = *MyLane;
  return watchFreeOf<Modes>(L, L.Owner->Lifetimes.Live.find(Block),
                            L.Watched.Recent[0] == Block, Caller);
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_USUALWAY_H
