//===- ModelBuilder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelBuilder.h"
#include "Profile/RegionKey.h"
#include "Profile/RowOrder.h"
#include "anomalloc/FunctionHash.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

size_t ModelBuilder::KeyHash::operator()(
    const std::pair<uint64_t, uint64_t> &Key) const {
  return hash_combine(Key.first, Key.second);
}

ModelBuilder::ModelBuilder(bool KeepLanes) : KeepLanes(KeepLanes) {
  SectionOf[{"", 0}] = SectionIndex(0);
  P->SectionPlaces = {0};
}

SectionIndex ModelBuilder::section(StringRef Name, uint32_t Doublings,
                                   uint32_t Place) {
  const StringRef Key = sectionKey(Name);
  auto [I, New] = SectionOf.try_emplace({Key.str(), Doublings},
                                        SectionIndex(P->Sections.size()));
  if (New && Doublings)
    P->Doublings[P->Sections.size()] = Doublings;
  if (New) {
    P->Sections.push_back(Name.str());
    P->SectionPlaces.push_back(Place);
  } else if (Key.size() < Name.size()) {
    P->Sections[uint32_t(I->second)] = Name.str();
  }
  uint32_t &Known = P->SectionPlaces[uint32_t(I->second)];
  Known = std::min(Known, Place);
  return I->second;
}

LaneIndex ModelBuilder::lane(Lane L) {
  if (KeepLanes) {
    P->Lanes.push_back(std::move(L));
    return LaneIndex(P->Lanes.size() - 1);
  }
  if (P->Lanes.empty()) {
    P->Lanes.emplace_back();
    P->Lanes[0].Threads = 0;
    P->Lanes[0].Name = "*";
  }
  uint64_t Threads = uint64_t(P->Lanes[0].Threads) + L.Threads;
  P->Lanes[0].Threads = std::min<uint64_t>(Threads, UINT32_MAX);
  return LaneIndex(0);
}

DarkIndex ModelBuilder::dark(StringRef Library, StringRef BuildId,
                             uint64_t Offset, StringRef Function) {
  auto [I, New] = DarkOf.try_emplace({Library.str(), BuildId.str(), Offset},
                                     DarkIndex(P->Dark.size()));
  if (New) {
    DarkOrigin D;
    D.Library = P->save(Library);
    D.BuildId = P->save(BuildId);
    D.Offset = Offset;
    P->Dark.push_back(D);
  }
  DarkOrigin &D = P->Dark[uint32_t(I->second)];
  if (D.Function.empty() && !Function.empty())
    D.Function = P->save(Function);
  return I->second;
}

uint64_t ModelBuilder::keepMade(StringRef Function) {
  const uint64_t Hash = functionHash("", Function);
  P->FunctionNames.try_emplace(Hash, P->save(Function));
  return Hash;
}

void ModelBuilder::addModule(StringRef Path, StringRef BuildId) {
  if (ModuleOf.try_emplace({Path.str(), BuildId.str()}, 0).second)
    P->Modules.push_back({Path.str(), BuildId.str()});
}

void ModelBuilder::addUsableSize(uint64_t Requested, uint64_t Usable) {
  uint64_t &Known = P->UsableSizes[Requested];
  Known = std::max(Known, Usable);
}

void ModelBuilder::addEdge(const CallEdge &Edge) {
  auto [I, New] = EdgeOf.try_emplace(
      {Edge.Caller, Edge.Callee, Edge.Loop ? uint64_t(*Edge.Loop) + 1 : 0},
      P->Edges.size());
  if (New)
    P->Edges.push_back(Edge);
  uint32_t &Depth = P->Edges[I->second].LoopDepth;
  Depth = std::max(Depth, Edge.LoopDepth);
}

uint32_t ModelBuilder::numberOf(MutableArrayRef<Frame> Chain) {
  uint32_t Number = 0;
  for (Frame &F : llvm::reverse(Chain)) {
    F.Function = P->save(F.Function);
    F.File = P->save(F.File);
    Number = ChainOf
                 .try_emplace({Number, F.Function.data(), F.File.data(), F.Line,
                               F.Column},
                              ChainOf.size() + 1)
                 .first->second;
  }
  return Number;
}

MakerCallIndex ModelBuilder::addMakerCall(MakerCall Call) {
  auto [I, New] =
      MakerCallOf.try_emplace({Call.Callee, Call.Caller, numberOf(Call.Chain)},
                              MakerCallIndex(P->MakerCalls.size()));
  if (New) {
    Call.Name = P->save(Call.Name);
    saveTexts(Call.Proved);
    P->MakerCalls.push_back(std::move(Call));
    return I->second;
  }
  MakerCall &Known = P->MakerCalls[uint32_t(I->second)];
  Known.IsUserFrame |= Call.IsUserFrame;
  Known.Counts |= Call.Counts;
  if (Known.Name.empty()) {
    Known.Name = P->save(Call.Name);
    Known.IsVirtual = Call.IsVirtual;
  }
  Known.LoopDepth = std::max(Known.LoopDepth, Call.LoopDepth);
  Known.TellsActivations &= Call.TellsActivations;
  keepCommon(Known.Proved, Call.Proved);
  return I->second;
}

void ModelBuilder::saveTexts(std::optional<BlockVerdict> &Proved) {
  if (!Proved)
    return;
  Proved->Name = P->save(Proved->Name);
  Proved->File = P->save(Proved->File);
  if (Proved->Readers)
    Proved->Readers->First = P->save(Proved->Readers->First);
}

void ModelBuilder::addMakerCount(const MakerCount &C) {
  auto [I, New] =
      MakerCountOf.try_emplace({C.Call ? uint32_t(*C.Call) + 1 : 0,
                                uint32_t(C.Section), uint32_t(C.Lane)},
                               P->MakerCounts.size());
  if (New) {
    P->MakerCounts.push_back(C);
    return;
  }
  MakerCount &Known = P->MakerCounts[I->second];
  addSaturated(Known.Blocks, C.Blocks);
  addSaturated(Known.Bytes, C.Bytes);
}

void ModelBuilder::addCount(const Count &C) {
  CountKey Key = {C.Site ? uint32_t(*C.Site) : UINT32_MAX,
                  C.Dark ? uint32_t(*C.Dark) : UINT32_MAX, uint32_t(C.Section),
                  uint32_t(C.Lane), C.Size};
  auto [I, New] = CountOf.try_emplace(Key, P->Counts.size());
  if (New) {
    P->Counts.push_back(C);
    return;
  }
  uint64_t &Sum = P->Counts[I->second].Allocations;
  addSaturated(Sum, C.Allocations);
}

void ModelBuilder::addRankCount(const RankCount &C) {
  auto NumberOf = [](auto Index) { return Index ? uint32_t(*Index) + 1 : 0; };
  auto [I, New] = RankCountOf.try_emplace(
      {NumberOf(C.Site), NumberOf(C.Dark), NumberOf(C.Section), C.Size},
      P->RankCounts.size());
  if (New) {
    P->RankCounts.push_back(C);
    return;
  }
  RankCount &Known = P->RankCounts[I->second];
  Known.Ranks += C.Ranks;
  Known.Allocations.add(C.Allocations);
  Known.Bytes.add(C.Bytes);
}

LoopIndex ModelBuilder::loop(Loop L) {
  auto [I, New] = LoopOf.try_emplace({L.Id, 0}, LoopIndex(P->Loops.size()));
  if (New) {
    L.Depth = L.Parent ? P->loop(*L.Parent).Depth + 1 : 1;
    L.Function = P->save(L.Function);
    L.File = P->save(L.File);
    P->Loops.push_back(L);
    return I->second;
  }
  Loop &Known = P->Loops[uint32_t(I->second)];
  if (Known.TripCount != L.TripCount)
    Known.TripCount = 0;
  Known.CountsEntries |= L.CountsEntries;
  Known.CountsIterations |= L.CountsIterations;
  Known.OncePerCall &= L.OncePerCall;
  addSaturated(Known.Entries, L.Entries);
  addSaturated(Known.Iterations, L.Iterations);
  return I->second;
}

std::pair<SiteIndex, bool> ModelBuilder::site(const SiteFacts &Its) {
  auto [I, New] = SiteOf.try_emplace({Its.Id, uint64_t(Its.Family)},
                                     SiteIndex(P->Sites.size()));
  if (New)
    P->Sites.emplace_back();
  else
    P->Sites[uint32_t(I->second)].keepCommon(Its);
  return {I->second, New};
}

void ModelBuilder::addCallRows(CallRows Rows) {
  for (auto &[Function, Its] : Rows) {
    llvm::sort(Its);
    auto [I, New] = CallRowsOf.try_emplace(Function, Its);
    if (!New && I->second != Its)
      CallsUnknown.insert(Function);
  }
}

std::unique_ptr<Profile> ModelBuilder::take() {
  for (Site &S : P->Sites)
    if (CallsUnknown.count(S.FunctionHash)) {
      S.OncePerCall = false;
      for (auto L = S.InnermostLoop; L; L = P->loop(*L).Parent)
        P->Loops[uint32_t(*L)].OncePerCall = false;
    }
  sortRows(*P);
  return std::move(P);
}

} // namespace anomalloc
