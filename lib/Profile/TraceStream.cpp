//===- TraceStream.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/TraceStream.h"
#include "llvm/ADT/Hashing.h"
#include <tuple>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {

static auto fieldsOf(const TraceKey &K) {
  return std::tie(K.Pc, K.Size, K.Unit, K.Slot, K.Section, K.Epoch, K.Form);
}

size_t TraceKeyTable::Hash::operator()(const TraceKey &K) const {
  return hash_combine(K.Pc, K.Size, K.Unit, K.Slot, K.Section, K.Epoch, K.Form);
}

bool TraceKeyTable::Equal::operator()(const TraceKey &A,
                                      const TraceKey &B) const {
  return fieldsOf(A) == fieldsOf(B);
}

uint32_t TraceKeyTable::add(const TraceKey &Key) {
  auto [I, New] = IndexOf.try_emplace(Key, Keys.size());
  if (New)
    Keys.push_back(Key);
  return I->second;
}

Error TraceStream::corrupt(const char *Where, const Twine &Why) const {
  return File.corrupt(
      Blocks[NextBlock - 1].Offset + uint64_t(Where - Buffer.data()), Why);
}

Error TraceStream::openBlock() {
  const TraceFile::Block &B = Blocks[NextBlock++];
  if (B.Allocations != Made)
    return File.corrupt(B.Offset,
                        "before the block are " + Twine(B.Allocations) +
                            " allocations of its lane, not " + Twine(Made));
  Expected<StringRef> Records = File.records(B, Buffer);
  if (!Records)
    return Records.takeError();
  At = Records->begin();
  End = Records->end();
  Now = std::max(Now, B.Time);
  return Error::success();
}

Error TraceStream::load() {
  if (Taken != Events.size())
    return Error::success();
  Events.clear();
  Taken = 0;
  while (Events.empty()) {
    if (At == End) {
      if (NextBlock == Blocks.size())
        return Error::success();
      if (Error E = openBlock())
        return E;
    }
    if (Error E = decodeStretch())
      return E;
  }
  return Error::success();
}

const char *TraceStream::number(const char *P, uint64_t &Value) const {
  Value = 0;
  for (unsigned Shift = 0; P != End && Shift < 64; Shift += 7) {
    uint64_t Bits = uint8_t(*P) & 127;
    if (Bits << Shift >> Shift != Bits)
      return nullptr;
    Value |= Bits << Shift;
    if (!(uint8_t(*P++) & 128))
      return P;
  }
  return nullptr;
}

/// What follows the place of a `Define`; null if it is not a key.
const char *TraceStream::decodeDefinition(const char *P, uint32_t Form) {
  if (End - P < 2)
    return nullptr;
  uint32_t Place = (uint8_t(P[0]) - TraceCode::Define) << 8 | uint8_t(P[1]);
  P += 2;
  TraceKey Key = {};
  Key.Form = Form;
  uint64_t Unit = 0, Other = 0;
  bool Fits = true;
  auto Read32 = [&](uint32_t &Field) {
    P = P ? number(P, Other) : nullptr;
    Fits &= Other <= UINT32_MAX;
    Field = uint32_t(Other);
  };
  P = number(P, Key.Size);
  Read32(Key.Section);
  P = P ? number(P, Unit) : nullptr;
  Fits &= Unit >> 1 <= UINT32_MAX;
  Key.Unit = uint32_t(Unit >> 1);
  if (Key.Unit)
    Read32(Key.Slot);
  if (Unit & 1) {
    P = P ? number(P, Key.Pc) : nullptr;
    Read32(Key.Epoch);
  }
  if (!P || !Fits)
    return nullptr;
  Places[Place] = Keys.add(Key);
  Filled[Place] = true;
  return P;
}

uint64_t TraceStream::timeOfNextBlock() const {
  return NextBlock == Blocks.size() ? Now
                                    : std::max(Now, Blocks[NextBlock].Time);
}

/// The events happened from now on until then.
void TraceStream::spread(uint64_t Until) {
  uint64_t Step = Events.empty() ? 0 : (Until - Now) / Events.size();
  for (TraceEvent &E : Events)
    E.Time = Now += Step;
  Now = Until;
}

/// Up to the next time, or the end of the block.
Error TraceStream::decodeStretch() {
  uint8_t FlagsNow = 0;
  uint32_t Untouched = 0; // Of the block whose free follows.
  uint32_t Form = 0;      // Of the key that follows.
  auto Allocation = [&](uint32_t Place) {
    Events.push_back({0, ++Made, Lane, Lane, Places[Place],
                      TraceEvent::Allocation,
                      bool(FlagsNow & TraceReallocated)});
    FlagsNow = 0;
  };
  const char *P = At;
  auto FreeOf = [&](uint32_t Maker, uint64_t Number) {
    Events.push_back({0, Number, Lane, Maker, std::exchange(Untouched, 0),
                      TraceEvent::Free, bool(FlagsNow & TraceReallocated)});
    FlagsNow = 0;
  };
  const char *Record = P;
  // A code with a part of the distance, and bytes of it that follow.
  auto BitsOf = [&](uint8_t Code, unsigned Bytes) {
    uint64_t Bits = uint8_t(*P++) - Code;
    for (unsigned I = 0; I != Bytes; ++I)
      Bits = Bits << 8 | uint8_t(*P++);
    return Bits;
  };
  while (P != End) {
    Record = P;
    const uint8_t Code = uint8_t(*P);
    uint64_t Distance, Other;
    if (Code < TraceCode::Free2) {
      Distance = Code;
      ++P;
    } else if (Code < TraceCode::Allocate) {
      if (End - P < 2)
        break;
      Distance = TraceFree2 + BitsOf(TraceCode::Free2, 1);
    } else if (Code < TraceCode::Define) {
      if (End - P < 2)
        break;
      uint32_t Place = uint32_t(BitsOf(TraceCode::Allocate, 1));
      if (!Filled[Place])
        return corrupt(Record, "place " + Twine(Place) + " has no key");
      Allocation(Place);
      continue;
    } else if (Code < TraceCode::Flags) {
      const char *Next = decodeDefinition(P, std::exchange(Form, 0));
      if (!Next)
        return corrupt(Record, "no key");
      Allocation((Code - TraceCode::Define) << 8 | uint8_t(P[1]));
      P = Next;
      continue;
    } else if (Code < TraceCode::FreeFar) {
      FlagsNow = Code - TraceCode::Flags;
      ++P;
      continue;
    } else if (Code < TraceCode::Free3) {
      const char *Next = number(P + 1, Distance);
      if (!Next)
        return corrupt(Record, "no number");
      P = Next;
      if (Code == TraceCode::Time) {
        At = P;
        spread(Now + std::min(Distance, UINT64_MAX - Now));
        return Error::success();
      }
      if (Code == TraceCode::Thread) {
        Events.push_back(
            {0, Distance, Lane, Lane, 0, TraceEvent::Thread, false});
        continue;
      }
      if (Code == TraceCode::FreeElsewhere) {
        P = number(P, Other);
        if (!P || Distance > UINT32_MAX || !Other)
          return corrupt(Record, "no block of another lane");
        if (Distance == Lane && Other > Made)
          return corrupt(Record, "a free before the allocation");
        FreeOf(uint32_t(Distance), Other);
        continue;
      }
    } else if (Code < TraceCode::Free4) {
      if (End - P < 3)
        break;
      Distance = TraceFree3 + BitsOf(TraceCode::Free3, 2);
    } else if (Code < TraceCode::Untouched) {
      if (End - P < 4)
        break;
      Distance = TraceFree4 + BitsOf(TraceCode::Free4, 3);
    } else if (Code == TraceCode::Untouched) {
      P = number(P + 1, Other);
      if (!P || !Other || Other > UINT32_MAX)
        return corrupt(Record, "no number of pages");
      Untouched = uint32_t(Other);
      continue;
    } else if (Code < TraceCode::Form) {
      P = number(P + 1, Other);
      if (!P || Other >> 1 > UINT32_MAX)
        return corrupt(Record, "no section");
      Events.push_back({0, Other & 1, Lane, Lane, uint32_t(Other >> 1),
                        Code == TraceCode::SectionBegin
                            ? TraceEvent::SectionBegin
                            : TraceEvent::SectionEnd,
                        false});
      continue;
    } else if (Code == TraceCode::Form) {
      P = number(P + 1, Other);
      if (!P || !Other || Other >= TraceForms)
        return corrupt(Record, "no form");
      Form = uint32_t(Other);
      continue;
    } else if (Code == TraceCode::Kept) {
      uint64_t Maker, Pages;
      P = number(P + 1, Maker);
      P = P ? number(P, Other) : nullptr;
      P = P ? number(P, Pages) : nullptr;
      if (!P || Maker > UINT32_MAX || !Other || Pages > UINT32_MAX ||
          (Maker == Lane && Other > Made))
        return corrupt(Record, "no block that is kept");
      Events.push_back({0, Other, Lane, uint32_t(Maker), uint32_t(Pages),
                        TraceEvent::Kept, false});
      continue;
    } else {
      return corrupt(Record, "no record begins with " + Twine(unsigned(Code)));
    }
    if (Distance >= Made)
      return corrupt(Record, "a free of a block that its lane has not made");
    FreeOf(Lane, Made - Distance);
  }
  if (P != End)
    return corrupt(Record, "a record that is cut");
  At = End;
  spread(timeOfNextBlock());
  return Error::success();
}

} // namespace anomalloc
