//===- AddRecords.cpp - the records of a process, into a model ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelBuilder.h"
#include "Profile/ModuleMap.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace llvm;

namespace anomalloc {

void ModelBuilder::addProcess(const RawProfile &Raw, StringRef File) {
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
  Proc.Units = Raw.Units.size();
  Proc.LostStacks = H.LostStacks;
  Proc.Lifetimes = Raw.LifetimeSums;
  P->Processes.push_back(std::move(Proc));
}

void ModelBuilder::add(const RawProfile &Raw, StringRef File) {
  for (const auto &Model : Raw.Models)
    add(*Model);
  if (!Raw.Models.empty())
    return;
  uint32_t Process = P->Processes.size();
  addProcess(Raw, File);

  std::vector<const UnitMap *> UnitMaps;
  for (const RawProfile::Unit &U : Raw.Units)
    UnitMaps.push_back(&mapUnit({U.Table, &U.Table->Table}));
  std::vector<SectionIndex> Sections;
  for (StringRef Name : Raw.Sections)
    Sections.push_back(section(Name));
  std::vector<LaneIndex> Lanes;
  for (const format::ThreadRecord &T : Raw.Threads)
    Lanes.push_back(
        lane({Process, T.Lane, T.Tid, T.Threads,
              std::string(T.Name, strnlen(T.Name, sizeof(T.Name)))}));
  ModuleMap Modules(Raw.Modules);
  std::vector<DarkIndex> Dark;
  for (const RawProfile::DarkPc &D : Raw.Dark)
    Dark.push_back(dark(D.Pc ? Modules.find(D.Pc, D.Epoch) : nullptr, D.Pc));

  for (const RawProfile::Module &M : Raw.Modules)
    addModule(M.Path, toHex(M.BuildId, /*LowerCase=*/true));
  for (auto [Requested, Usable] : Raw.UsableSizes)
    addUsableSize(Requested, Usable);
  auto KeyOf = [&](const RawProfile::Event &E) {
    Count C;
    if (E.Unit != RawProfile::None)
      C.Site = UnitMaps[E.Unit]->Sites[E.Site];
    if (E.Dark != RawProfile::None)
      C.Dark = Dark[E.Dark];
    C.Section = Sections[E.Section];
    C.Size = E.Size;
    return C;
  };
  for (const RawProfile::Event &E : Raw.TraceKeys)
    TraceKeys.push_back(KeyOf(E));
  for (const RawProfile::Event &E : Raw.Events) {
    Count C = KeyOf(E);
    C.Lane = Lanes[E.Lane];
    C.Allocations = E.Count;
    addCount(C);
  }
  for (const RawProfile::MakerEvent &E : Raw.MakerEvents) {
    MakerCount C;
    if (E.Call != SlotUse::UnknownCaller)
      C.Call = UnitMaps[E.Unit]->Calls[E.Call];
    C.Section = Sections[E.Section];
    C.Lane = Lanes[E.Lane];
    C.Blocks = E.Blocks;
    C.Bytes = E.Bytes;
    addMakerCount(C);
  }
  addLifetimes(Raw, UnitMaps, Sections, Dark);
  for (const RawProfile::LoopEvent &E : Raw.LoopEvents) {
    Loop &L = P->Loops[uint32_t(UnitMaps[E.Unit]->Loops[E.Loop])];
    L.Entries = saturatingSum(L.Entries, E.Entries);
    L.Iterations = saturatingSum(L.Iterations, E.Iterations);
  }
  addStacks(Raw, Modules, UnitMaps, Sections, Lanes);
}

} // namespace anomalloc
