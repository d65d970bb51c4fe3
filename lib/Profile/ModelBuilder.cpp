//===- ModelBuilder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelBuilder.h"
#include "Profile/ModuleMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace llvm;

namespace anomalloc {

size_t ModelBuilder::KeyHash::operator()(
    const std::pair<uint64_t, uint64_t> &Key) const {
  return hash_combine(Key.first, Key.second);
}

ModelBuilder::ModelBuilder(bool KeepLanes) : KeepLanes(KeepLanes) {
  SectionOf[""] = SectionIndex(0);
}

SectionIndex ModelBuilder::section(StringRef Name) {
  auto [I, New] =
      SectionOf.try_emplace(Name.str(), SectionIndex(P->Sections.size()));
  if (New)
    P->Sections.push_back(Name.str());
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

DarkIndex ModelBuilder::dark(const RawProfile::Module *M, uint64_t Pc) {
  if (!M)
    return dark("", "", 0, "");
  return dark(M->Path, toHex(M->BuildId, /*LowerCase=*/true), Pc - M->Bias, "");
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
  auto [I, New] =
      EdgeOf.try_emplace({Edge.Caller, Edge.Callee}, P->Edges.size());
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
  return I->second;
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
  Known.Blocks = saturatingSum(Known.Blocks, C.Blocks);
  Known.Bytes = saturatingSum(Known.Bytes, C.Bytes);
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
  Sum = saturatingSum(Sum, C.Allocations);
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
  Known.Entries = saturatingSum(Known.Entries, L.Entries);
  Known.Iterations = saturatingSum(Known.Iterations, L.Iterations);
  return I->second;
}

std::pair<SiteIndex, bool>
ModelBuilder::site(uint64_t Id, SiteFamily Family,
                   std::optional<uint64_t> ConstantSize) {
  auto [I, New] =
      SiteOf.try_emplace({Id, uint64_t(Family)}, SiteIndex(P->Sites.size()));
  if (New)
    P->Sites.emplace_back();
  else if (P->site(I->second).ConstantSize != ConstantSize)
    P->Sites[uint32_t(I->second)].ConstantSize.reset();
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

std::unique_ptr<Profile> ModelBuilder::take() {
  for (Site &S : P->Sites)
    if (CallsUnknown.count(S.FunctionHash)) {
      S.OncePerCall = false;
      for (auto L = S.InnermostLoop; L; L = P->loop(*L).Parent)
        P->Loops[uint32_t(*L)].OncePerCall = false;
    }
  llvm::sort(P->Counts, [](const Count &A, const Count &B) {
    return std::tie(A.Site, A.Dark, A.Section, A.Lane, A.Size) <
           std::tie(B.Site, B.Dark, B.Section, B.Lane, B.Size);
  });
  llvm::sort(P->MakerCounts, [](const MakerCount &A, const MakerCount &B) {
    return std::tie(A.Call, A.Section, A.Lane) <
           std::tie(B.Call, B.Section, B.Lane);
  });
  llvm::sort(P->StackCounts, [](const StackCount &A, const StackCount &B) {
    return std::tie(A.Stack, A.Site, A.Section, A.Lane, A.Size) <
           std::tie(B.Stack, B.Site, B.Section, B.Lane, B.Size);
  });
  llvm::sort(P->StackLifetimes,
             [](const StackLifetime &A, const StackLifetime &B) {
               return std::tie(A.Stack, A.Site, A.Section, A.Size) <
                      std::tie(B.Stack, B.Site, B.Section, B.Size);
             });
  llvm::sort(P->Lifetimes, [](const Lifetime &A, const Lifetime &B) {
    return std::tie(A.Site, A.Dark, A.Section, A.Size) <
           std::tie(B.Site, B.Dark, B.Section, B.Size);
  });
  for (Lifetime &L : P->Lifetimes)
    llvm::sort(L.FreeSites, [](const auto &A, const auto &B) {
      return std::tie(B.second, A.first) < std::tie(A.second, B.first);
    });
  return std::move(P);
}

} // namespace anomalloc
