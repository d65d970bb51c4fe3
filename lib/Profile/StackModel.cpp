//===- StackModel.cpp - adds stacks up ------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelBuilder.h"
#include "Profile/ModuleMap.h"
#include "Profile/PerfMap.h"
#include "Profile/Renumbering.h"
#include "anomalloc/FunctionHash.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace anomalloc {

uint64_t functionOf(const CodePlace &Place) {
  if (!Place.Levels.empty() && !Place.Levels.back().Function.empty())
    return functionOf(Place.Levels.back().Function, Place.Library,
                      Place.LocalFunction);
  return functionHash(Place.Library, utohexstr(Place.Offset));
}

uint64_t functionOf(StringRef Name, StringRef Library, uint32_t Local) {
  return functionHash(Local ? (Library + "+" + utohexstr(Local)).str() : "",
                      Name);
}

PlaceIndex ModelBuilder::place(StringRef Library, StringRef BuildId,
                               uint64_t Offset) {
  auto [I, New] = PlaceOf.try_emplace({Library.str(), BuildId.str(), Offset},
                                      PlaceIndex(P->Places.size()));
  if (New) {
    CodePlace C;
    C.Library = P->save(Library);
    C.BuildId = P->save(BuildId);
    C.Offset = Offset;
    P->Places.push_back(std::move(C));
  }
  return I->second;
}

StackIndex ModelBuilder::stack(const StackLevel &Level) {
  uint32_t Caller = Level.Caller ? uint32_t(*Level.Caller) + 1 : 0;
  unsigned Bits = Level.ByFramePointer | Level.Cut << 1;
  auto [I, New] =
      StackOf.try_emplace(std::make_tuple(Caller, uint32_t(Level.Place), Bits),
                          StackIndex(P->Stacks.size()));
  if (New)
    P->Stacks.push_back(Level);
  return I->second;
}

void ModelBuilder::addStackCount(const StackCount &C) {
  CountKey Key = {C.Site ? uint32_t(*C.Site) : UINT32_MAX, uint32_t(C.Stack),
                  uint32_t(C.Section), uint32_t(C.Lane), C.Size};
  auto [I, New] = StackCountOf.try_emplace(Key, P->StackCounts.size());
  if (New) {
    P->StackCounts.push_back(C);
    return;
  }
  uint64_t &Sum = P->StackCounts[I->second].Allocations;
  addSaturated(Sum, C.Allocations);
}

void ModelBuilder::addStackLifetime(const StackLifetime &L) {
  CountKey Key = {L.Site ? uint32_t(*L.Site) : UINT32_MAX, uint32_t(L.Stack),
                  uint32_t(L.Section), 0, L.Size};
  auto [I, New] = StackLifetimeOf.try_emplace(Key, P->StackLifetimes.size());
  if (New)
    P->StackLifetimes.push_back(L);
  else
    addTo(P->StackLifetimes[I->second].Counts, L.Counts);
}

void ModelBuilder::addStacks(const RawProfile &Raw, const ModuleMap &Modules,
                             const PerfMap &Made,
                             ArrayRef<const UnitMap *> UnitMaps,
                             ArrayRef<SectionIndex> Sections,
                             ArrayRef<LaneIndex> Lanes) {
  std::vector<StackIndex> Stacks;
  for (const RawProfile::StackLevel &L : Raw.StackLevels) {
    StackLevel Level;
    // A return address may be the first one behind its object.
    if (const auto *M = Modules.find(L.Pc - 1, L.Epoch))
      Level.Place = place(M->Path, toHex(M->BuildId, /*LowerCase=*/true),
                          L.Pc - M->Bias);
    else if (StringRef Name = Made.find(L.Pc - 1); !Name.empty())
      Level.Place = place(MadeCode, "", keepMade(Name));
    else
      Level.Place = place("", "", L.Pc);
    if (L.Caller != RawProfile::None)
      Level.Caller = Stacks[L.Caller];
    Level.ByFramePointer = L.Flags & format::ByFramePointer;
    Level.Cut = L.Flags & format::StackIsCut;
    Stacks.push_back(stack(Level));
  }
  for (const RawProfile::StackEvent &E : Raw.StackEvents) {
    StackCount C;
    C.Stack = Stacks[E.Stack];
    if (E.Unit != RawProfile::None)
      C.Site = UnitMaps[E.Unit]->Sites[E.Site];
    C.Section = Sections[E.Section];
    C.Lane = Lanes[E.Lane];
    C.Size = E.Size;
    C.Allocations = E.Count;
    addStackCount(C);
  }
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint64_t>> Seen;
  for (const RawProfile::Lifetime &R : Raw.Lifetimes) {
    if (R.Stack == RawProfile::None)
      continue;
    StackLifetime L;
    L.Stack = Stacks[R.Stack];
    if (R.Key.Unit != RawProfile::None)
      L.Site = UnitMaps[R.Key.Unit]->Sites[R.Key.Site];
    L.Section = Sections[R.Key.Section];
    L.Size = R.Key.Size;
    L.Counts = R.Counts;
    // The same stack in several threads.
    L.Counts.PeakIsBound |=
        !Seen.emplace(uint32_t(L.Stack),
                      L.Site ? uint32_t(*L.Site) : UINT32_MAX,
                      uint32_t(L.Section), L.Size)
             .second;
    addStackLifetime(L);
  }
}

void ModelBuilder::addStacks(const Profile &Other, Renumbering &Numbers) {
  for (const CodePlace &C : Other.Places) {
    Numbers.Places.push_back(place(C.Library, C.BuildId, C.Offset));
    CodePlace &To = P->Places[uint32_t(Numbers.Places.back())];
    if (!To.Levels.empty())
      continue;
    for (Frame Level : C.Levels) {
      Level.Function = P->save(Level.Function);
      Level.File = P->save(Level.File);
      To.Levels.push_back(Level);
    }
  }
  for (StackLevel Level : Other.Stacks) {
    describe(Numbers, Level);
    Numbers.Stacks.push_back(stack(Level));
  }
  for (StackCount C : Other.StackCounts) {
    describe(Numbers, C);
    addStackCount(C);
  }
  for (StackLifetime L : Other.StackLifetimes) {
    describe(Numbers, L);
    addStackLifetime(L);
  }
}

} // namespace anomalloc
