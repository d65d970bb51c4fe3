//===- Trace.cpp - every event, in order ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace/Trace.h"
#include "count/Sections.h"
#include "interpose/Allocator.h"
#include "interpose/Asking.h"
#include "lifetime/LiveTableWalk.h"
#include "process/Process.h"
#include "trace/TraceStream.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

/// The place of that key in the lane's table; forms share it.
static inline uint32_t placeOf(uint64_t Site, uint64_t Where, uint64_t Size,
                               uint32_t Section) {
  uint64_t H = Site ^ Where ^ Size << 16 ^ uint64_t(Section) << 48;
  return uint32_t((H * 0x9e3779b97f4a7c15u) >> 54);
}
static_assert(TraceKeys == 1 << 10, "64 - 54 bits");

static inline bool isKey(const TraceWriter::Place &Its, uint64_t Site,
                         uint64_t Where, uint64_t Size,
                         uint32_t SectionAndForm) {
  return Its.Site == Site && Its.Size == Size && Its.Where == Where &&
         Its.SectionAndForm == SectionAndForm && Its.Code;
}

static inline char *putKey(TraceWriter &W, char *To, const DetailedEvent &E,
                           uint32_t Epoch) {
  const uint64_t Site = uint64_t(E.Unit) << 32 | E.Slot;
  const uint64_t Pc = E.Dark ? reinterpret_cast<uint64_t>(E.Caller) : 0;
  const uint64_t Where = Pc | (E.Dark ? uint64_t(Epoch) << AddressBits : 0);
  const uint32_t Section = SectionNumber::idOf(E.Section);
  const uint32_t Number = placeOf(Site, Where, E.Size, Section);
  const uint32_t SectionAndForm = Section | E.Form << TraceWriter::FormShift;
  TraceWriter::Place &Its = W.Places[Number];
  if (__builtin_expect(isKey(Its, Site, Where, E.Size, SectionAndForm), 1))
    return putAllocate(To, Its.Code);
  Its = {Site, Where, E.Size, SectionAndForm,
         traceKeyCode(TraceCode::Allocate, Number)};
  return putDefine(
      To, Number,
      {Pc, E.Size, E.Unit, E.Slot, Section, E.Dark ? Epoch : 0, E.Form});
}

/// The newest block of the lane is known from now on, if \p IsKnown. Else there
/// is no memory, or its number has no room: its end cannot be written.
static inline void noteEntered(Lane &L, bool IsKnown) {
  if (__builtin_expect(!IsKnown, 0))
    noteLost(L.Owner->Trace.Header->LostFrees);
}

void traceMade(Lane &L, const DetailedEvent &E, bool Selected) {
  TraceWriter &W = L.Traced;
  Trace &T = L.Owner->Trace;
  if (__builtin_expect(!Selected, 0)) {
    W.Resized = nullptr;
    return;
  }
  BusyGuard Guard(W.Busy);
  if (__builtin_expect(!hasRoom(L, Guard), 0)) {
    noteLost(T.Header->LostAllocations);
    noteLost(T.Header->LostBytes, E.Size);
    return;
  }
  char *To = W.At;
  if (__builtin_expect(W.Resized != nullptr, 0)) {
    if (W.Resized == E.Block)
      To = putFlags(To, TraceReallocated);
    W.Resized = nullptr;
  }
  To = putKey(W, To, E, __atomic_load_n(&L.Owner->Epoch, __ATOMIC_RELAXED));
  ++W.Made;
  commit(W, To);
  if (__builtin_expect(E.Size >= TraceLarge, 0))
    tellTimeOfLarge(W);
  if (__builtin_expect(!E.Block, 0))
    return; // Its end cannot be known.
  const LiveTable::Entry At = T.Live.place(E.Block, E.Size);
  noteEntered(L, At.Place && LiveTable::fill(At, L.Number, W.Made));
}

bool traceMadeAsUsual(Lane &L, uint64_t Asking, const void *Block,
                      size_t Size) {
  TraceWriter &W = L.Traced;
  // Nothing is at hand before the limit is set.
  if (__builtin_expect(
          W.Busy || W.At >= W.Limit || W.Resized || !notesWhenAsked(L), 0))
    return false;
  const uint64_t Site = uint64_t(unitOf(Asking)) << 32 | slotOf(Asking);
  const uint32_t Section = currentSection();
  TraceWriter::Place &Its = W.Places[placeOf(Site, 0, Size, Section)];
  if (__builtin_expect(!isKey(Its, Site, 0, Size, Section), 0))
    return false;
  LiveTable &Live = L.Owner->Trace.Live;
  if (__builtin_expect(Size >= TraceLarge, 0))
    return false;
  uint64_t *Leaf = Live.leafAtHand(Block);
  if (__builtin_expect(!Leaf, 0))
    return false;
  W.Busy = 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  ++W.Made;
  commit(W, putAllocate(W.At, Its.Code));
  noteEntered(L, LiveTable::fillAtHand(Leaf, Block, L.Number, W.Made).Place);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  W.Busy = 0;
  return true;
}

ANOMALLOC_PRESERVE_MOST void traceMadeBesides(Lane &L, uint64_t Asking,
                                              const uint64_t *Frame,
                                              const void *Block, size_t Size) {
  if (!traceMadeAsUsual(L, Asking, Block, Size))
    traceMade(L, siteEvent(Asking, Frame, Block, Size), /*Selected=*/true);
}

/// Whether it is to be told how much of the block the program used.
static inline bool isLarge(const LiveTable::Entry &Its, const void *Block) {
  return __builtin_expect(Its.isHuge(), 0) && usableSize &&
         usableSize(Block) >= TraceLarge;
}

/// The pages that nobody touched of a large block. Before its end.
static uint64_t untouchedPages(const void *Block) {
  return sys::pagesWithoutMemory(Block, usableSize(Block));
}

/// The entry of a block that is not large, if there is one.
static inline LiveTable::Born findSmall(const LiveTable &Live,
                                        const void *Block) {
  if (__builtin_expect(Live.isOfGlibc() && LiveTable::isAddress(Block), 1)) {
    uint64_t *Leaf = Live.leafAtHand(Block);
    return Leaf && !LiveTable::hasChunkOf(Block, TraceLarge)
               ? LiveTable::findAtHand(Leaf, Block)
               : LiveTable::Born();
  }
  const LiveTable::Entry Its = Live.find(Block);
  return isLarge(Its, Block)
             ? LiveTable::Born()
             : LiveTable::Born{Its.Place, Its.Word, Its.clock()};
}

bool traceFreeAsUsual(const void *Block) {
  if (__builtin_expect(MyLane->Self != MyLane, 0))
    return false;
  Lane &L = *MyLane;
  // Nothing is at hand where nothing is traced.
  TraceWriter &W = L.Traced;
  if (__builtin_expect(W.Busy || W.At >= W.Limit, 0))
    return false;
  const LiveTable &Live = L.Owner->Trace.Live;
  const LiveTable::Born Its = findSmall(Live, Block);
  if (__builtin_expect(!Its.Place || LiveTable::rowOf(Its.Word) != L.Number, 0))
    return false;
  LiveTable::takeOut(Its.Place);
  W.Busy = 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  commit(W, putFree(W.At, W.Made - Its.Clock));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  W.Busy = 0;
  return true;
}

/// The block of \p Its, which is out of the table, comes to its end.
__attribute__((always_inline)) static inline bool
writeFree(const LiveTable::Entry &Its, bool IsLarge, uint64_t Untouched,
          bool Reallocated, const void *New) {
  Lane *L = currentLane();
  if (!L)
    return false;
  TraceWriter &W = L->Traced;
  BusyGuard Guard(W.Busy);
  if (__builtin_expect(!hasRoom(*L, Guard), 0))
    return false;
  char *To = W.At;
  if (__builtin_expect(Untouched != 0, 0))
    To = putUntouched(To, Untouched);
  if (__builtin_expect(Reallocated, 0)) {
    To = putFlags(To, TraceReallocated);
    W.Resized = New;
  }
  const uint32_t Maker = Its.row();
  const uint64_t Number = Its.clock();
  To = __builtin_expect(Maker == L->Number, 1)
           ? putFree(To, W.Made - Number)
           : putFreeElsewhere(To, Maker, Number);
  commit(W, To);
  if (__builtin_expect(IsLarge, 0))
    tellTimeOfLarge(W);
  return true;
}

/// This process, if it writes a trace.
static Process *tracingProcess() {
  Process *P = bornProcess();
  return P && P->Trace.Header ? P : nullptr;
}

ANOMALLOC_PRESERVE_MOST static __attribute__((noinline)) void
traceLargeFree(Process &P, const LiveTable::Entry &Its, const void *Block) {
  const uint64_t Untouched = untouchedPages(Block);
  Its.takeOut();
  if (!writeFree(Its, /*IsLarge=*/true, Untouched, false, nullptr))
    noteLost(P.Trace.Header->LostFrees);
}

ANOMALLOC_PRESERVE_MOST bool traceFree(const void *Block) {
  Process *P = tracingProcess();
  if (!P)
    return false;
  LiveTable::Entry Its = P->Trace.Live.find(Block);
  if (!Its.Place)
    return false; // Made while recording was paused, not selected, ...
  if (isLarge(Its, Block)) {
    traceLargeFree(*P, Its, Block);
    return true;
  }
  Its.takeOut();
  if (__builtin_expect(!writeFree(Its, false, 0, false, nullptr), 0))
    noteLost(P->Trace.Header->LostFrees);
  return true;
}

void traceSection(Process &P, bool Begins, bool IsPhase, uint32_t Section) {
  if (!P.Trace.Header)
    return;
  if (Lane *L = currentLane()) {
    BusyGuard Guard(L->Traced.Busy);
    if (hasRoom(*L, Guard))
      return commit(L->Traced,
                    putSection(L->Traced.At, Begins, IsPhase, Section));
  }
  noteLost(P.Trace.Header->LostSections);
}

/// What the program never used of the large blocks that live now, as it ends.
static void traceKept(Process &P, Lane &L) {
  P.Trace.Live.eachLarge(TraceLarge, [&](uint64_t Block,
                                         const LiveTable::Entry &Its) {
    // Its end may not have been seen; then anything may be there. The word
    // before a block is as isLargeOfGlibc() says.
    uint64_t Chunk = 0;
    if (Its.isFull() ||
        !sys::readMemory(Block - sizeof(Chunk), &Chunk, sizeof(Chunk)))
      return;
    const uint64_t Usable = (Chunk & ~uint64_t(15)) - 2 * sizeof(Chunk);
    if (Usable < TraceLarge)
      return;
    const uint64_t Untouched =
        sys::pagesWithoutMemory(reinterpret_cast<const void *>(Block), Usable);
    BusyGuard Guard(L.Traced.Busy);
    if (Untouched && hasRoom(L, Guard))
      commit(L.Traced, putKept(L.Traced.At, Its.row(), Its.clock(), Untouched));
  });
}

void endTrace(Process &P) {
  if (!P.Trace.Header)
    return;
  if (MyLane->Self == MyLane) {
    traceKept(P, *MyLane);
    endTracing(*MyLane);
  }
  P.Trace.Header->EndTime = sys::monotonicTime();
}

void forgetResizedTrace() {
  if (MyLane->Self == MyLane)
    MyLane->Traced.Resized = nullptr;
}

void TracedRealloc::forget(const void *Old) {
  Process *P = tracingProcess();
  if (!P)
    return;
  Its = P->Trace.Live.find(Old);
  if (!Its.Place)
    return;
  if (isLarge(Its, Old))
    Untouched = untouchedPages(Old);
  Its.takeOut();
}

void TracedRealloc::tell(const void *New) {
  Process *P = tracingProcess();
  // What follows of it has a time behind it, if it is large.
  if (P && !writeFree(Its, /*IsLarge=*/false, Untouched, true, New))
    noteLost(P->Trace.Header->LostFrees);
}

} // namespace anomalloc::runtime
