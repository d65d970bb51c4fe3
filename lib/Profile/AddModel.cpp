//===- AddModel.cpp - one model into another ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

void ModelBuilder::add(const Profile &Other) {
  uint32_t FirstProcess = P->Processes.size();
  llvm::append_range(P->Processes, Other.Processes);
  std::vector<SectionIndex> Sections;
  for (const std::string &Name : Other.Sections)
    Sections.push_back(section(Name));
  std::vector<LaneIndex> Lanes;
  for (Lane L : Other.Lanes) {
    L.Process += FirstProcess;
    Lanes.push_back(lane(std::move(L)));
  }
  std::vector<LoopIndex> Loops;
  for (Loop L : Other.Loops) {
    if (L.Parent)
      L.Parent = Loops[uint32_t(*L.Parent)];
    Loops.push_back(loop(L));
  }
  std::vector<SiteIndex> Sites;
  CallRows Rows;
  for (const Site &S : Other.Sites) {
    const Loop *Outermost = nullptr;
    for (auto L = S.InnermostLoop; L; L = Outermost->Parent)
      Outermost = &Other.loop(*L);
    Rows[S.FunctionHash].push_back({S.Id, S.OncePerCall,
                                    Outermost ? Outermost->Id : 0,
                                    Outermost && Outermost->OncePerCall});
    auto [I, New] = site(S.Id, S.Family, S.ConstantSize);
    Sites.push_back(I);
    Site &To = P->Sites[uint32_t(I)];
    if (!New) {
      To.TellsActivations &= S.TellsActivations;
      To.OncePerCall &= S.OncePerCall;
      continue;
    }
    To = S;
    To.Callee = P->save(S.Callee);
    To.Type = P->save(S.Type);
    for (Frame &F : To.Chain) {
      F.Function = P->save(F.Function);
      F.File = P->save(F.File);
    }
    if (S.InnermostLoop)
      To.InnermostLoop = Loops[uint32_t(*S.InnermostLoop)];
    To.LoopDepth = To.InnermostLoop ? P->loop(*To.InnermostLoop).Depth : 0;
  }
  addCallRows(std::move(Rows));
  for (const CallEdge &Edge : Other.Edges)
    addEdge(Edge);
  std::vector<MakerCallIndex> Calls;
  for (const MakerCall &Call : Other.MakerCalls)
    Calls.push_back(addMakerCall(Call));
  for (MakerCount C : Other.MakerCounts) {
    if (C.Call)
      C.Call = Calls[uint32_t(*C.Call)];
    C.Section = Sections[uint32_t(C.Section)];
    C.Lane = Lanes[uint32_t(C.Lane)];
    addMakerCount(C);
  }
  for (auto [Function, File] : Other.Makers)
    P->Makers.insert({P->save(Function), P->save(File)});
  for (auto [Name, Refill] : Other.Classes)
    P->Classes.try_emplace(P->save(Name), Refill);
  P->SystemPaths.insert(Other.SystemPaths.begin(), Other.SystemPaths.end());
  for (auto [Hash, Name] : Other.FunctionNames)
    P->FunctionNames.try_emplace(Hash, P->save(Name));
  std::vector<DarkIndex> Dark;
  for (const DarkOrigin &D : Other.Dark)
    Dark.push_back(dark(D.Library, D.BuildId, D.Offset, D.Function));
  for (Count C : Other.Counts) {
    if (C.Site)
      C.Site = Sites[uint32_t(*C.Site)];
    if (C.Dark)
      C.Dark = Dark[uint32_t(*C.Dark)];
    C.Section = Sections[uint32_t(C.Section)];
    C.Lane = Lanes[uint32_t(C.Lane)];
    addCount(C);
  }
  for (Lifetime L : Other.Lifetimes) {
    if (L.Site)
      L.Site = Sites[uint32_t(*L.Site)];
    if (L.Dark)
      L.Dark = Dark[uint32_t(*L.Dark)];
    L.Section = Sections[uint32_t(L.Section)];
    for (auto &Pair : L.FreeSites)
      Pair.first = Dark[uint32_t(Pair.first)];
    addLifetime(std::move(L));
  }
  for (const Module &M : Other.Modules)
    addModule(M.Path, M.BuildId);
  for (auto [Requested, Usable] : Other.UsableSizes)
    addUsableSize(Requested, Usable);
  addStacks(Other, Sites, Sections, Lanes);
}

} // namespace anomalloc
