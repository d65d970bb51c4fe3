//===- MakerPaths.cpp - from sites in makers to their callers -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/MakerPaths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/iterator_range.h"
#include <set>

using namespace llvm;

namespace anomalloc {

MakerPaths::MakerPaths(const Profile &P) : P(P), Names(P) {
  for (uint32_t I = 0; I != P.MakerCalls.size(); ++I) {
    const MakerCall &Call = P.MakerCalls[I];
    if (!Call.Callee)
      continue;
    CallsOf.emplace(Call.Callee, MakerCallIndex(I));
    if (!Call.ChangeFrame)
      CallsIn.emplace(Call.Caller, MakerCallIndex(I));
  }
  for (uint32_t I = 0; I != P.Sites.size(); ++I)
    if (!P.Sites[I].ChangeFrame)
      SitesIn.emplace(P.Sites[I].FunctionHash, SiteIndex(I));
}

std::vector<StringRef> MakerPaths::makersBelow(const MakerCall &Call) const {
  std::set<StringRef> Below;
  auto Add = [&](ArrayRef<Frame> Chain) {
    for (const Frame &F : Chain)
      if (!F.Function.empty() && !P.isSystemFile(F.File))
        Below.insert(F.Function);
  };
  std::set<uint64_t> Reached = {Call.Callee};
  std::vector<uint64_t> Worklist = {Call.Callee};
  auto Reach = [&](uint64_t Function) {
    if (Reached.insert(Function).second)
      Worklist.push_back(Function);
  };
  while (!Worklist.empty()) {
    const uint64_t Function = Worklist.back();
    Worklist.pop_back();
    for (auto [Name, Other] : Names.named(Function))
      Reach(Other);
    for (auto [In, Site] : make_range(SitesIn.equal_range(Function)))
      Add(P.site(Site).Chain);
    for (auto [In, Index] : make_range(CallsIn.equal_range(Function))) {
      Add(P.makerCall(Index).Chain);
      Reach(P.makerCall(Index).Callee);
    }
  }
  return {Below.begin(), Below.end()};
}

std::vector<MakerPaths::Path> MakerPaths::pathsTo(const Site &S) const {
  /// What lies below a function that the climb has come to.
  struct Below {
    std::vector<Frame> Makers; ///< The outermost first.
    uint64_t Loops = 0;
  };
  std::map<uint64_t, Below> Reached;
  Below &Bottom = Reached[S.FunctionHash];
  Bottom.Makers.assign(S.Chain.rbegin(), S.Chain.rend());
  Bottom.Loops = S.LoopDepth;
  std::map<MakerCallIndex, Path> Paths;
  std::vector<uint64_t> Worklist = {S.FunctionHash};
  for (size_t Next = 0; Next != Worklist.size(); ++Next) {
    const Below From = Reached[Worklist[Next]];
    for (auto [Function, Other] : Names.of(Worklist[Next]))
      if (Reached.try_emplace(Other, From).second)
        Worklist.push_back(Other);
    auto Calls = CallsOf.equal_range(Worklist[Next]);
    for (auto [Callee, Index] : make_range(Calls)) {
      const MakerCall &Call = P.makerCall(Index);
      // Levels of the call itself that are makers, too.
      uint32_t Inner = Call.ChangeFrame.value_or(uint32_t(Call.Chain.size()));
      std::vector<Frame> Makers(
          std::make_reverse_iterator(Call.Chain.begin() + Inner),
          Call.Chain.rend());
      Makers.insert(Makers.end(), From.Makers.begin(), From.Makers.end());
      if (Call.ChangeFrame) {
        Path &To = Paths[Index];
        if (To.Makers.empty())
          To.Makers = std::move(Makers);
        To.Call = Index;
        To.InnerLoops = std::max(To.InnerLoops, From.Loops);
        continue;
      }
      auto [Known, New] = Reached.try_emplace(Call.Caller);
      Below &Up = Known->second;
      Up.Loops = std::max(Up.Loops, From.Loops + Call.LoopDepth);
      if (!New)
        continue;
      Up.Makers = std::move(Makers);
      Worklist.push_back(Call.Caller);
    }
  }
  std::vector<Path> Result;
  for (auto &[Index, To] : Paths)
    Result.push_back(std::move(To));
  if (Result.empty())
    for (uint64_t Function : Worklist)
      if (Below &Top = Reached[Function];
          !CallsOf.count(Function) && Names.of(Function).empty())
        Result.push_back({std::nullopt, std::move(Top.Makers), Top.Loops});
  return Result;
}

} // namespace anomalloc
