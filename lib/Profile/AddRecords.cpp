//===- AddRecords.cpp - the records of a process, into a model ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Losses.h"
#include "Profile/ModelBuilder.h"
#include "Profile/ModuleMap.h"
#include "Profile/PerfMap.h"
#include "Profile/RegionKey.h"
#include "Profile/Totals.h"
#include "anomalloc/Ranks.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace llvm;

namespace anomalloc {

Process processOf(const RawProfile &Raw, StringRef File) {
  const format::FileHeader &H = Raw.Header;
  Process Proc;
  Proc.File = File.str();
  Proc.Info = Raw.Info;
  Proc.Exited = H.End == format::EndState::Exited;
  Proc.Interposed = H.Flags & format::Interposed;
  Proc.Bypassed = H.Flags & format::Bypassed;
  Proc.FreesSeen = H.Flags & format::FreesSeen;
  Proc.DroppedEvents = H.DroppedEvents;
  Proc.DroppedBytes = H.DroppedBytes;
  Proc.StartTime = H.StartTime;
  Proc.EndTime = H.EndTime;
  Proc.Units = llvm::count_if(Raw.Units, [](const RawProfile::Unit &U) {
    return !U.Table->Table.isOfRuntime();
  });
  Proc.LostStacks = H.LostStacks;
  // A rank's children inherit its number in their environment. They are no
  // ranks, unless they called MPI_Finalize.
  if (auto Inherited = Proc.Info.extract("rank_of_parent");
      Inherited && Proc.Info.count(format::EndedByKey))
    Proc.Info["rank"] = Inherited.mapped();
  if (H.DroppedEvents)
    Proc.Info["dropped_because"] = whyNotWritten(H.GrowthError);
  if (H.UnrecordedChildren) {
    Proc.Info["unrecorded_children"] = utostr(H.UnrecordedChildren);
    Proc.Info["unrecorded_because"] = whyNotWritten(H.ChildrenError);
  }
  uint64_t InClasses = 0;
  for (const auto &KeyAndSum : Raw.SizeClasses)
    addSaturated(InClasses, KeyAndSum.second.Blocks);
  if (InClasses)
    Proc.Info["in_size_classes"] = utostr(InClasses);
  Proc.Lifetimes = Raw.LifetimeSums;
  Proc.Spaces = Raw.Spaces;
  return Proc;
}

template <typename T> static auto since(const T &All, size_t Known) {
  return ArrayRef(All).drop_front(Known);
}

/// The name of the section \p Its in a model.
static std::string nameOf(const RawProfile::Section &Its,
                          const RawProfile &Raw) {
  if (std::optional<RegionName> Region = parseRegion(Its.Name))
    for (const RawProfile::Module &M : Raw.Modules)
      if (M.Path == Region->File && !M.BuildId.empty())
        return regionOfBuild(Its.Name, toHex(M.BuildId, /*LowerCase=*/true));
  return std::string(Its.Name);
}

void ModelBuilder::extend(RecordMap &Map, const RawProfile &Raw) {
  for (const RawProfile::Unit &U : since(Raw.Units, Map.Units.size()))
    Map.Units.push_back(&mapUnit({U.Table, &U.Table->Table}));
  for (const RawProfile::Section &S : since(Raw.Sections, Map.Sections.size()))
    Map.Sections.push_back(
        section(nameOf(S, Raw), S.Doublings, Map.Sections.size()));
  for (const format::ThreadRecord &T : since(Raw.Threads, Map.Lanes.size()))
    Map.Lanes.push_back(
        lane({Map.Process, T.Lane, T.Tid, T.Threads,
              std::string(T.Name, strnlen(T.Name, sizeof(T.Name)))}));
  if (Map.Dark.size() == Raw.Dark.size())
    return;
  const ModuleMap Modules(Raw.Modules);
  const PerfMap Made(Raw.PerfMap);
  for (const RawProfile::DarkPc &D : since(Raw.Dark, Map.Dark.size()))
    if (const auto *M = D.Pc ? Modules.find(D.Pc, D.Epoch) : nullptr)
      Map.Dark.push_back(dark(M->Path, toHex(M->BuildId, /*LowerCase=*/true),
                              D.Pc - M->Bias, ""));
    else if (StringRef Name = D.Pc ? Made.find(D.Pc - 1) : ""; !Name.empty())
      Map.Dark.push_back(dark(MadeCode, "", keepMade(Name), Name));
    else
      Map.Dark.push_back(dark("", "", 0, ""));
}

/// What \p E is counted by, but for its lane.
static Count keyOf(const RawProfile::Event &E,
                   const ModelBuilder::RecordMap &Map) {
  Count C;
  if (E.Unit != RawProfile::None)
    C.Site = Map.Units[E.Unit]->Sites[E.Site];
  if (E.Dark != RawProfile::None)
    C.Dark = Map.Dark[E.Dark];
  C.Section = Map.Sections[E.Section];
  C.Size = E.Size;
  return C;
}

void ModelBuilder::addEvents(const RecordMap &Map, const RawProfile &Raw) {
  for (const RawProfile::Event &E : Raw.Events) {
    Count C = keyOf(E, Map);
    C.Lane = Map.Lanes[E.Lane];
    C.Allocations = E.Count;
    addCount(C);
  }
}

void ModelBuilder::addRank(uint32_t Rank, const RecordMap &Map,
                           const RawProfile &Raw) {
  RankSums Sums;
  for (const RawProfile::Event &E : Raw.Events) {
    Count C = keyOf(E, Map);
    const RawProfile::Section &Its = Raw.Sections[E.Section];
    if (Its.Doublings)
      C.Section = section(nameOf(Its, Raw), 0, E.Section);
    C.Allocations = E.Count;
    Sums.add(C, isHeap(*P, C));
  }
  for (const RankCount &C : Sums.rows(Rank))
    addRankCount(C);
}

void ModelBuilder::dropEvents() {
  P->Counts.clear();
  CountOf.clear();
}

void ModelBuilder::add(const RawProfile &Raw, StringRef File) {
  for (const auto &Model : Raw.Models)
    add(*Model);
  if (!Raw.Models.empty())
    return;
  RecordMap Map;
  Map.Process = P->Processes.size();
  P->Processes.push_back(processOf(Raw, File));
  extend(Map, Raw);
  for (const RawProfile::Module &M : Raw.Modules)
    addModule(M.Path, toHex(M.BuildId, /*LowerCase=*/true));
  for (auto [Requested, Usable] : Raw.UsableSizes)
    addUsableSize(Requested, Usable);
  for (const RawProfile::Event &E : Raw.TraceKeys)
    TraceKeys.push_back(keyOf(E, Map));
  addEvents(Map, Raw);
  if (auto Rank = P->Processes.back().rank())
    addRank(*Rank, Map, Raw);
  for (const RawProfile::MakerEvent &E : Raw.MakerEvents) {
    MakerCount C;
    if (E.Call != SlotUse::UnknownCaller)
      C.Call = Map.Units[E.Unit]->Calls[E.Call];
    C.Section = Map.Sections[E.Section];
    C.Lane = Map.Lanes[E.Lane];
    C.Blocks = E.Blocks;
    C.Bytes = E.Bytes;
    addMakerCount(C);
  }
  addLifetimes(Raw, Map.Units, Map.Sections, Map.Dark);
  for (const RawProfile::LoopEvent &E : Raw.LoopEvents) {
    Loop &L = P->Loops[uint32_t(Map.Units[E.Unit]->Loops[E.Loop])];
    addSaturated(L.Entries, E.Entries);
    addSaturated(L.Iterations, E.Iterations);
  }
  addStacks(Raw, ModuleMap(Raw.Modules), PerfMap(Raw.PerfMap), Map.Units,
            Map.Sections, Map.Lanes);
}

} // namespace anomalloc
