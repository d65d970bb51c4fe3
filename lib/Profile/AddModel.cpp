//===- AddModel.cpp - one model into another ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelBuilder.h"
#include "Profile/Renumbering.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

void ModelBuilder::add(const Profile &Other) {
  uint32_t FirstProcess = P->Processes.size();
  llvm::append_range(P->Processes, Other.Processes);
  Renumbering Numbers(*P);
  for (uint32_t I = 0; I != Other.Sections.size(); ++I)
    Numbers.Sections.push_back(
        section(Other.Sections[I], Other.doublings(SectionIndex(I)),
                Other.sectionPlace(SectionIndex(I))));
  for (Lane L : Other.Lanes) {
    L.Process += FirstProcess;
    Numbers.Lanes.push_back(lane(std::move(L)));
  }
  for (Loop L : Other.Loops) {
    describe(Numbers, L);
    Numbers.Loops.push_back(loop(L));
  }
  CallRows Rows;
  for (const Site &S : Other.Sites) {
    const Loop *Outermost = nullptr;
    for (auto L = S.InnermostLoop; L; L = Outermost->Parent)
      Outermost = &Other.loop(*L);
    Rows[S.FunctionHash].push_back({S.Id, S.OncePerCall,
                                    Outermost ? Outermost->Id : 0,
                                    Outermost && Outermost->OncePerCall});
    auto [I, New] = site(S);
    Numbers.Sites.push_back(I);
    Site &To = P->Sites[uint32_t(I)];
    if (!New) {
      To.TellsActivations &= S.TellsActivations;
      continue;
    }
    To = S;
    To.Callee = P->save(S.Callee);
    To.Type = P->save(S.Type);
    saveTexts(To.Proved);
    for (Frame &F : To.Chain) {
      F.Function = P->save(F.Function);
      F.File = P->save(F.File);
    }
    describe(Numbers, To);
  }
  addCallRows(std::move(Rows));
  for (CallEdge Edge : Other.Edges) {
    if (Edge.Loop)
      Edge.Loop = Numbers.Loops[uint32_t(*Edge.Loop)];
    addEdge(Edge);
  }
  for (const MakerCall &Call : Other.MakerCalls)
    Numbers.Calls.push_back(addMakerCall(Call));
  for (MakerCount C : Other.MakerCounts) {
    describe(Numbers, C);
    addMakerCount(C);
  }
  for (auto [Function, File] : Other.Makers)
    P->Makers.insert({P->save(Function), P->save(File)});
  for (auto [Name, Refill] : Other.Classes)
    P->Classes.try_emplace(P->save(Name), Refill);
  P->SystemPaths.insert(Other.SystemPaths.begin(), Other.SystemPaths.end());
  for (auto [Hash, Name] : Other.FunctionNames)
    P->FunctionNames.try_emplace(Hash, P->save(Name));
  for (const DarkOrigin &D : Other.Dark)
    Numbers.Dark.push_back(dark(D.Library, D.BuildId, D.Offset, D.Function));
  for (Count C : Other.Counts) {
    describe(Numbers, C);
    addCount(C);
  }
  for (RankCount C : Other.RankCounts) {
    describe(Numbers, C);
    addRankCount(C);
  }
  for (Lifetime L : Other.Lifetimes) {
    describe(Numbers, L);
    addLifetime(std::move(L));
  }
  for (const Module &M : Other.Modules)
    addModule(M.Path, M.BuildId);
  for (auto [Requested, Usable] : Other.UsableSizes)
    addUsableSize(Requested, Usable);
  addStacks(Other, Numbers);
}

} // namespace anomalloc
