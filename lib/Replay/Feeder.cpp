//===- Feeder.cpp - events to operations ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads keep to the trace's order where blocks cross from one to another.
// Elsewhere they may run apart, but only for a small part of the peak of live
// bytes: then comes a barrier for all that ran. Without it blocks would live at
// once that never did.
//
//===----------------------------------------------------------------------===//

#include "Replay/Feeder.h"
#include "Replay/Futex.h"
#include "Support/Errors.h"

using namespace llvm;
using namespace anomalloc::replay;

namespace anomalloc {

static constexpr uint64_t LeastStretch = 256 << 10;
static constexpr uint64_t StretchesOfPeak = 64;

Feeder::Feeder(ReplayProcess &P, const TraceSummary &Summary,
               const ServedPlan &Plan)
    : P(P), Summary(Summary), Ring(P),
      All(uint32_t(Summary.LaneNumbers.size()), P.state().Slots), Servers(Plan),
      ServedOfKey(Summary.Keys.size()), Lanes(Summary.LaneNumbers.size()),
      Stretch(std::max(LeastStretch, Summary.PeakBytes / StretchesOfPeak)) {}

/// The dense number of the lane, whose threads run from now on.
uint32_t Feeder::begin(uint32_t Lane) {
  if (Lane == LastLane)
    return LastNumber;
  auto It = Summary.LaneNumbers.find(Lane);
  LastLane = Lane;
  LastNumber = It->second;
  LaneState &L = Lanes[LastNumber];
  if (!L.Begun) {
    L.Begun = true;
    // Lanes are numbered in this order.
    P.state().Wanted.store(LastNumber + 1);
    ++P.state().Bell;
    wakeAll(P.state().Bell);
  }
  return LastNumber;
}

Error Feeder::note(const TraceEvent &E) {
  if (E.What == TraceEvent::Allocation)
    return allocate(begin(E.Lane), E);
  if (E.What == TraceEvent::Free)
    return release(begin(E.Lane), E);
  if (Error Failure = endArenas(E))
    return Failure;
  if (E.What != TraceEvent::Thread)
    return Error::success();
  const uint32_t Lane = begin(E.Lane);
  LaneState &L = Lanes[Lane];
  if (std::exchange(L.HadThread, true)) {
    if (Error Failure = Ring.reserve(Lane))
      return Failure;
    put(Lane, OpKind::Thread, 0, 0, false);
  }
  return Error::success();
}

/// After the last operation on their blocks, in the lanes that made these.
Error Feeder::endArenas(const TraceEvent &E) {
  for (const ServerChoice::Ended &Each : Servers.note(E)) {
    const uint32_t Lane = Summary.LaneNumbers.find(Each.Lane)->second;
    if (Error Failure = Ring.reserve(Lane))
      return Failure;
    put(Lane, OpKind::Reset, 0, 0, false, {}, Each.Server);
  }
  return Error::success();
}

uint32_t Feeder::takeServer(const TraceEvent &E) {
  const uint32_t Server = Servers.serverOf(E, Summary.Keys[E.Key]);
  if (Server)
    ++ServedOfKey[E.Key];
  return Server;
}

Error Feeder::allocate(uint32_t Lane, const TraceEvent &E) {
  const uint64_t Size = sizeOf(E.Key);
  ++Events;
  Allocated += Size;
  LiveBytes += Size;
  ++LiveBlocks;
  if (Error Failure = catchUp(Lane))
    return Failure;
  LaneState &L = Lanes[Lane];
  const uint32_t Server = takeServer(E);
  uint32_t Number;
  if (L.Resizing && E.Reallocated) {
    Number = *L.Resizing;
    L.Resizing.reset();
    Slots::Slot &S = All[Number];
    const uint64_t Before = sizeOf(S.Key);
    put(Lane, OpKind::Resize, Number, Size, S.Owner != Lane,
        {Before | uint64_t(S.Server) << AddressBits, Summary.touchedBytes(E)},
        Server);
    ++S.Generation;
    S.Owner = Lane;
    S.Key = E.Key;
    S.Server = Server;
  } else {
    if (L.Resizing) {
      if (Error Failure = putFree(Lane, *L.Resizing))
        return Failure;
      L.Resizing.reset();
      if (Error Failure = Ring.reserve(Lane))
        return Failure;
    }
    Number = All.take(Lane);
    Slots::Slot &S = All[Number];
    const uint64_t Touched = Summary.touchedBytes(E);
    const format::TraceKey &Key = Summary.Keys[E.Key];
    const uint64_t Alignment = Key.alignmentBits();
    if (Touched == Size && !Alignment)
      put(Lane, Key.isZeroed() ? OpKind::MakeZeroed : OpKind::Make, Number,
          Size, S.Owner != Lane, {}, Server);
    else
      put(Lane, Key.isZeroed() ? OpKind::MakeZeroedSo : OpKind::MakeSo, Number,
          Size, S.Owner != Lane, {Touched | Alignment << AddressBits}, Server);
    S.Owner = Lane;
    S.Key = E.Key;
    S.Server = Server;
  }
  SlotOf.add(E, Number);
  SinceBarrier += Size;
  if (SinceBarrier >= Stretch && Active > 1)
    return putBarrier();
  return Error::success();
}

Error Feeder::release(uint32_t Lane, const TraceEvent &E) {
  std::optional<uint32_t> Slot = SlotOf.take(E);
  if (!Slot)
    return Error::success();
  ++Events;
  LiveBytes -= sizeOf(All[*Slot].Key);
  --LiveBlocks;
  if (Error Failure = catchUp(Lane))
    return Failure;
  LaneState &L = Lanes[Lane];
  if (L.Resizing) {
    if (Error Failure = putFree(Lane, *L.Resizing))
      return Failure;
    L.Resizing.reset();
  }
  if (E.Reallocated) {
    L.Resizing = *Slot;
    return Error::success();
  }
  return putFree(Lane, *Slot);
}

Error Feeder::putFree(uint32_t Lane, uint32_t Number) {
  if (Error Failure = Ring.reserve(Lane))
    return Failure;
  Slots::Slot &S = All[Number];
  put(Lane, OpKind::Free, Number, 0, S.Owner != Lane, {}, S.Server);
  ++S.Generation;
  S.Owner = Lane;
  S.Key = Slots::NoKey;
  All.giveBack(Number, Lane);
  return Error::success();
}

/// Room for an operation, behind the barriers that there were.
Error Feeder::catchUp(uint32_t Lane) {
  LaneState &L = Lanes[Lane];
  if (!L.IsActive) {
    L.IsActive = true;
    ++Active;
    if (L.Barrier != Barriers)
      if (Error Failure = sync(Lane, Barriers - 1, /*Arrives=*/false))
        return Failure;
  }
  return Ring.reserve(Lane);
}

Error Feeder::putBarrier() {
  Targets[Barriers % replay::Barriers] += Active;
  for (uint32_t I = 0; I != Lanes.size(); ++I) {
    if (!Lanes[I].IsActive)
      continue;
    if (Error Failure = sync(I, Barriers, /*Arrives=*/true))
      return Failure;
    Lanes[I].IsActive = false;
    Lanes[I].Barrier = Barriers + 1;
  }
  ++Barriers;
  Active = 0;
  SinceBarrier = 0;
  return Error::success();
}

Error Feeder::sync(uint32_t Lane, uint64_t Barrier, bool Arrives) {
  if (Error Failure = Ring.reserve(Lane))
    return Failure;
  const uint32_t Index = Barrier % replay::Barriers;
  put(Lane, OpKind::Sync, Index, Arrives, false, {Targets[Index]});
  return Error::success();
}

void Feeder::put(uint32_t Lane, OpKind Kind, uint32_t Slot, uint64_t Size,
                 bool Waits, std::initializer_list<uint64_t> More,
                 uint32_t Server) {
  const bool IsWide =
      Size >= (Server ? OpSizeLimit >> ServerBits : OpSizeLimit);
  uint64_t Op = uint64_t(Kind) | uint64_t(Slot) << OpSlotShift;
  if (Waits)
    Op |= OpWaits;
  uint64_t Field = IsWide ? 0 : Size;
  if (IsWide)
    Op |= OpWide;
  if (Server) {
    Op |= OpServed;
    Field = Field << ServerBits | Server;
  }
  Op |= Field << OpSizeShift;
  Ring.put(Lane, Op);
  if (Waits || IsWide)
    Ring.put(Lane, Size | uint64_t(All[Slot].Generation & GenerationMask)
                              << AddressBits);
  for (uint64_t Word : More)
    Ring.put(Lane, Word);
  Ring.finish(Lane);
}

std::vector<PlacedBlock> Feeder::placedBlocks() const {
  std::vector<PlacedBlock> Blocks;
  Blocks.reserve(size_t(LiveBlocks) * P.state().Copies);
  for (uint32_t Copy = 0; Copy != P.state().Copies; ++Copy) {
    const uint64_t *Table = P.state().table(Copy);
    for (size_t I = 0; I != All.all().size(); ++I) {
      const Slots::Slot &S = All.all()[I];
      const uint64_t Address = Table[I] & AddressMask;
      if (S.Key == Slots::NoKey || Address <= NoBytes)
        continue;
      Blocks.push_back({Address, sizeOf(S.Key), Summary.groupOf(S.Key),
                        S.Server != 0,
                        uint8_t(Summary.Keys[S.Key].alignmentBits())});
    }
  }
  return Blocks;
}

std::map<BlockShape, uint64_t> Feeder::served() const {
  std::map<BlockShape, uint64_t> Blocks;
  for (size_t I = 0; I != ServedOfKey.size(); ++I)
    if (ServedOfKey[I])
      Blocks[BlockShape(Summary.Keys[I])] += ServedOfKey[I];
  return Blocks;
}

} // namespace anomalloc
