//===- Events.cpp - counting one event ------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Events.h"
#include "anomalloc/DeviceAbi.h"
#include "count/Detail.h"
#include "count/Lane.h"
#include "count/Sections.h"
#include "count/Units.h"
#include "process/Process.h"
#include "process/Request.h"
#include "profile/Modules.h"
#include "sample/Draws.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

static bool Interposing;

void noteInterposed() { Interposing = true; }

/// Whether more than counts is recorded.
static inline bool isDetailed(const Lane &L) {
  return L.Owner->Opts.mode.detailed();
}

/// Whether more than counts is recorded of drawn events alone.
static inline bool isSampled(const Lane &L) {
  return bool(L.Owner->Opts.sample);
}

static void setFlag(Process &P, HeaderFlags Flag) {
  uint32_t &Flags = P.file().header()->Flags;
  if (!(__atomic_load_n(&Flags, __ATOMIC_RELAXED) & Flag))
    __atomic_fetch_or(&Flags, Flag, __ATOMIC_RELAXED);
}

/// A site's heap call is over. Had it passed our malloc, nobody would be asking
/// any more.
static inline void noteWayTaken(Process &P) {
  if (__builtin_expect(__anomalloc_tls.Asking != 0, 0))
    setFlag(P, Bypassed);
}

static uint64_t *createBlock(Lane &L, const sys::SignalGuard &Guard,
                             uint32_t Section, uint32_t Index,
                             uint32_t NumSlots) {
  void *Memory = L.Records.allocate(
      L.Owner->file(), Guard, sizeof(CountersRecord) + uint64_t(NumSlots) * 8);
  if (!Memory)
    return nullptr;
  auto *Record = static_cast<CountersRecord *>(Memory);
  Record->Lane = L.Number;
  Record->Unit = Index;
  Record->Section = Section;
  Record->NumSlots = NumSlots;
  RecordWriter::commit(Record->Header, RecordType::Counters);
  auto *Block = reinterpret_cast<uint64_t *>(Record + 1);
  L.Directory.insert(*L.Owner, Guard, Section, Index, Block);
  return Block;
}

/// The unit's block for the section that the calling thread counts to, from now
/// on in its table too. Null when the event must be dropped.
static __attribute__((noinline)) uint64_t *
fetchNewBlock(Lane &L, uint32_t Index, uint32_t NumSlots) {
  if (!Index)
    return nullptr;
  if (Interposing)
    setFlag(*L.Owner, Interposed);
  uint64_t **Blocks = L.LiveBlocks;
  sys::SignalGuard Guard;
  uint32_t Section = currentSection();
  uint64_t *Block = L.Directory.find(Section, Index);
  if (!Block)
    Block = createBlock(L, Guard, Section, Index, NumSlots);
  __atomic_store_n(&Blocks[Index], Block, __ATOMIC_SEQ_CST);
  // The phase may have changed, or the lane be left, and the tables been
  // cleared, in between.
  if (currentSection() != Section ||
      __atomic_load_n(&L.Leaving, __ATOMIC_SEQ_CST))
    __atomic_store_n(&Blocks[Index], nullptr, __ATOMIC_SEQ_CST);
  return Block;
}

/// The same; in detailed modes instrumented code never finds the block itself.
static inline uint64_t *fetchBlock(Lane &L, AnomallocUnit &Unit) {
  noteWayTaken(*L.Owner);
  uint32_t Index = __atomic_load_n(&Unit.Index, __ATOMIC_ACQUIRE);
  uint64_t *Block = __atomic_load_n(&L.LiveBlocks[Index], __ATOMIC_RELAXED);
  return __builtin_expect(Block != nullptr, 1)
             ? Block
             : fetchNewBlock(L, unitIndex(Unit), Unit.NumSlots);
}

/// Two slots in a row: how many, and of how many bytes.
static inline void addBlock(uint64_t *Slots, uint64_t Size) {
  addTo(Slots[0], 1);
  addTo(Slots[1], Size);
}

/// The same as addMade(): the lane does not know the block yet, or nobody knows
/// the maker call.
static __attribute__((noinline)) void addMadeFirst(Lane &L, AnomallocUnit &Unit,
                                                   uint64_t Size) {
  uint64_t Caller = __anomalloc_tls.Caller;
  uint32_t Index = uint32_t(Caller >> 32), Slot = uint32_t(Caller);
  if (!Index)
    Slot = Unit.NumSlots - 2;
  // Without a block the event itself was dropped, and told.
  if (uint64_t *Block = Index ? fetchNewBlock(L, Index, numSlots(Index))
                              : fetchBlock(L, Unit))
    addBlock(Block + Slot, Size);
}

void addMade(Lane &L, AnomallocUnit &Unit, uint64_t Size) {
  uint64_t Caller = __anomalloc_tls.Caller;
  // The index 0 has no block.
  uint64_t *Block =
      __atomic_load_n(&L.LiveBlocks[Caller >> 32], __ATOMIC_RELAXED);
  if (__builtin_expect(!Block, 0))
    return addMadeFirst(L, Unit, Size);
  addBlock(Block + uint32_t(Caller), Size);
}

/// An event whose size has no row of its own, and gets none.
static void countInClass(Lane &L, const SizeEntry &Key) {
  SizeEntry Class = Key;
  Class.Size = SizeClass::smallest(Key.Size);
  SizeClassEntry *Row = L.Classes.find(Class);
  if (__builtin_expect(!Row, 0)) {
    sys::SignalGuard Guard;
    if (Key.Pc)
      recordModuleOf(*L.Owner, Guard, Key.Pc);
    Row = L.Classes.findOrInsert(L, Guard, Class);
  }
  if (!Row)
    return countDropped(Key.Size);
  addTo(Row->Bytes, Key.Size);
  addTo(Row->Key.Count, 1);
}

/// The first event of its key, or no room for it.
static __attribute__((noinline)) void countNewRow(Lane &L,
                                                  const SizeEntry &Key) {
  if (__builtin_expect(!mayBeNew(*L.Owner, RoomFor::Sizes), 0))
    return countInClass(L, Key);
  sys::SignalGuard Guard;
  if (Key.Pc) {
    if (Interposing)
      setFlag(*L.Owner, Interposed);
    recordModuleOf(*L.Owner, Guard, Key.Pc);
  }
  if (SizeEntry *Row = L.Sizes.findOrInsert(L, Guard, Key))
    addTo(Row->Count, 1);
  else
    countDropped(Key.Size);
}

static inline __attribute__((always_inline)) void
countRow(Lane &L, const SizeEntry &Key) {
  if (SizeEntry *Row = L.Sizes.find(Key))
    addTo(Row->Count, 1);
  else
    countNewRow(L, Key);
}

void countDark(const void *Caller, const void *Block, size_t Size, bool Drawn,
               uint32_t Form, const uint64_t *Frame) {
  Lane *L = MyLane;
  if (__builtin_expect(L->Self != L, 0)) {
    if (Unwanted)
      return;
    const uint32_t Recording = TheRate.Recording;
    L = takeLane();
    if (!L)
      return countDropped(Size);
    // It began with this event: so nobody has drawn yet.
    if (TheRate.Recording != Recording && isSampled(*L))
      Drawn = draw(Size, /*OfHeap=*/true);
  }
  SizeEntry Key = darkKey(*L, Caller, currentSection(), Size);
  AnomallocUnit *Via = __anomalloc_tls.Via;
  uint32_t ViaSlot = __anomalloc_tls.ViaSlot;
  if (Via) {
    Key.Unit = unitIndex(*Via);
    Key.Slot = Key.Unit ? ViaSlot & ~ANOMALLOC_VIA_MAKER : 0;
  }
  countRow(*L, Key);
  if (Key.Unit && ViaSlot & ANOMALLOC_VIA_MAKER)
    addMade(*L, *Via, Size);
  if (__builtin_expect(isDetailed(*L) && (Drawn || !isSampled(*L)), 0))
    noteDetailed(*L, {Key.Unit, Block, Key.Slot, Size, Key.Section, Caller,
                      /*Dark=*/true, Frame, Form});
}

/// The code at \p Asker, or null, got a block from the function that the only
/// site of \p Unit stands for.
static bool countOutside(Lane &L, AnomallocUnit &Unit, const void *Asker,
                         const void *Caller, size_t Size) {
  SizeEntry Key = darkKey(L, Asker, currentSection(), Size);
  Key.Unit = unitIndex(Unit);
  if (!Key.Unit)
    return false;
  countRow(L, Key);
  if (isDetailed(L) && (!isSampled(L) || draw(Size, /*OfHeap=*/false)))
    noteDetailed(L, {Key.Unit, nullptr, Key.Slot, Size, Key.Section, Caller});
  return true;
}

/// False when the profile cannot take it.
static bool addToSlot(Lane *L, AnomallocUnit &Unit, uint32_t Slot,
                      uint64_t Value) {
  uint64_t *Block = L ? fetchBlock(*L, Unit) : nullptr;
  if (Block)
    addTo(Block[Slot], Value);
  return Block;
}

/// A size other than the site's first one, or no block yet.
static bool countDynamicSize(Lane &L, AnomallocUnit *Unit, uint32_t Slot,
                             size_t Size) {
  uint64_t *Block = fetchBlock(L, *Unit);
  if (!Block)
    return false;
  if (!Block[Slot]) {
    sys::SignalGuard Guard;
    if (!Block[Slot])
      Block[Slot] = Size + 1;
  }
  if (Block[Slot] == Size + 1) {
    addTo(Block[Slot + 1], 1);
    return true;
  }
  SizeEntry Key = {};
  Key.Unit = Unit->Index;
  Key.Slot = Slot;
  Key.Section = currentSection();
  Key.Size = Size;
  countRow(L, Key);
  return true;
}

/// Whether a sampled run records a site's event. The interposed function has
/// left the block of an event that it drew. It does not draw where the site may
/// have asked for another size than it was asked for itself.
static bool isSiteDrawn(bool IsPool, size_t Size) {
  if (IsPool)
    return draw(Size, /*OfHeap=*/false);
  if (InterposesAll && !__anomalloc_tls.Asking)
    return PendingBlock;
  if (draw(Size, /*OfHeap=*/true))
    return true;
  PendingBlock = nullptr;
  return false;
}

/// A site's event is about to be counted. Where it is drawn only then, the rate
/// must be taken before.
static inline void takeRateOfSite(uint32_t Slot) {
  if (__builtin_expect(MyDraws.IsBehind, 0) &&
      ((Slot & ANOMALLOC_POOL_SLOT) || !InterposesAll ||
       __anomalloc_tls.Asking))
    takeRate();
}

/// What detailed modes record of a site's event, unless the interposed function
/// has done it.
static void noteSite(Lane &L, const AnomallocUnit &Unit, uint32_t Slot,
                     const void *Ptr, size_t Size, const void *Caller) {
  if (!isDetailed(L))
    return;
  bool IsPool = Slot & ANOMALLOC_POOL_SLOT;
  if (isSampled(L) ? !isSiteDrawn(IsPool, Size)
                   : notesWhenAsked(L) && !IsPool && !__anomalloc_tls.Asking &&
                         !PendingBlock)
    return;
  noteDetailed(L, {Unit.Index, Ptr, Slot & ~ANOMALLOC_POOL_SLOT, Size,
                   currentSection(), Caller});
}

ANOMALLOC_PRESERVE_MOST static __attribute__((noinline)) void
countDynamic(AnomallocUnit *Unit, uint32_t Slot, const void *Ptr, size_t Size) {
  Lane *L = currentLane();
  takeRateOfSite(Slot);
  if (L && countDynamicSize(*L, Unit, Slot & ~ANOMALLOC_POOL_SLOT, Size))
    noteSite(*L, *Unit, Slot, Ptr, Size, __builtin_return_address(0));
  else
    countDropped(Size);
  __anomalloc_tls.Asking = 0;
}

ANOMALLOC_PRESERVE_MOST static __attribute__((noinline)) void
countEvent(AnomallocUnit *Unit, uint32_t Slot, const void *Ptr, size_t Size) {
  Lane *L = currentLane();
  takeRateOfSite(Slot);
  if (addToSlot(L, *Unit, Slot & ~ANOMALLOC_POOL_SLOT, 1))
    noteSite(*L, *Unit, Slot, Ptr, Size, __builtin_return_address(0));
  else
    countDropped(Size);
  __anomalloc_tls.Asking = 0;
}

ANOMALLOC_PRESERVE_MOST static __attribute__((noinline)) void
countMade(AnomallocUnit *Unit, size_t Size) {
  if (Lane *L = currentLane())
    addMade(*L, *Unit, Size);
}

ANOMALLOC_PRESERVE_MOST static __attribute__((noinline)) void
addValue(AnomallocUnit *Unit, uint32_t Slot, uint64_t Value) {
  addToSlot(currentLane(), *Unit, Slot, Value);
}

} // namespace anomalloc::runtime

using namespace anomalloc::runtime;

// Programs that do not record come here at each event: so the ways that are
// short end in tail calls and save no registers.

void __anomalloc_event(AnomallocUnit *Unit, uint32_t Slot, const void *Ptr,
                       size_t Size) {
  if (!Ptr || Unwanted) {
    __anomalloc_tls.Asking = 0;
    return;
  }
  [[clang::musttail]] return countEvent(Unit, Slot, Ptr, Size);
}

void __anomalloc_event_dynamic(AnomallocUnit *Unit, uint32_t Slot,
                               const void *Ptr, size_t Size) {
  if (!Ptr || Unwanted) {
    __anomalloc_tls.Asking = 0;
    return;
  }
  // The slot of a pool has no block here.
  uint32_t Index = __atomic_load_n(&Unit->Index, __ATOMIC_ACQUIRE);
  uint64_t *Block =
      __atomic_load_n(&__anomalloc_tls.Blocks[Index], __ATOMIC_RELAXED);
  bool IsPlain = !(Slot & ANOMALLOC_POOL_SLOT) && !__anomalloc_tls.Asking;
  if (__builtin_expect(IsPlain && Block && Block[Slot] == Size + 1, 1))
    return addTo(Block[Slot + 1], 1);
  [[clang::musttail]] return countDynamic(Unit, Slot, Ptr, Size);
}

void __anomalloc_made(AnomallocUnit *Unit, const void *Ptr, size_t Size) {
  if (!Ptr || Unwanted)
    return;
  // A musttail call's parameters are those of its caller.
  countMade(Unit, Size);
}

void __anomalloc_add(AnomallocUnit *Unit, uint32_t Slot, uint64_t Value) {
  if (Unwanted)
    return;
  [[clang::musttail]] return addValue(Unit, Slot, Value);
}

void __anomalloc_device_event(AnomallocUnit *Unit, const void *Caller,
                              bool IsCharged, size_t Size) {
  if (Unwanted)
    return;
  Lane *L = currentLane();
  const void *Asker = IsCharged ? Caller : nullptr;
  if (!L || !countOutside(*L, *Unit, Asker, Caller, Size))
    countDropped(Size);
}
