//===- UserCallers.cpp - who leads to a site in a library -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/UserCallers.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace anomalloc {

UserCallers::UserCallers(const Profile &P, const LoopDepths &Depths,
                         size_t Most)
    : P(P), Depths(Depths), Most(Most), Graph(P), Who(P) {}

const UserLines &UserCallers::of(const Site &S) {
  if (S.UserFrame + 1 != S.Chain.size() || Who.isUser(S.outermostFrame()))
    return None;
  auto [I, New] = Found.try_emplace(S.FunctionHash);
  if (New)
    I->second = find(S.FunctionHash);
  return I->second;
}

UserLines UserCallers::find(uint64_t Function) const {
  std::map<std::tuple<StringRef, uint32_t, StringRef>,
           std::pair<uint64_t, Frame>>
      Lines; // With their depth in loops.
  std::set<uint64_t> Callers;
  UserLines Result;
  auto EndsAt = [](const MakerCall &Call) { return Call.IsUserFrame; };
  for (MakerCallIndex Index : Graph.callsLeadingTo(Function, EndsAt)) {
    const MakerCall &Call = P.makerCall(Index);
    Result.TellActivations &= Call.TellsActivations;
    if (auto Name = P.FunctionNames.find(Call.Caller);
        Name != P.FunctionNames.end() && Callers.insert(Call.Caller).second)
      Result.Functions.push_back(Name->second);
    const Frame &Place = Call.userFrame();
    uint64_t Depth = Call.LoopDepth + Depths.depthOf(Call.Caller);
    auto [I, New] = Lines.try_emplace({Place.File, Place.Line, Place.Function},
                                      Depth, Place);
    Frame &Known = I->second.second;
    Known.Column = std::min(Known.Column, Place.Column);
    I->second.first = std::max(I->second.first, Depth);
  }

  std::vector<std::pair<uint64_t, Frame>> Ordered;
  for (const auto &[Key, Line] : Lines)
    Ordered.push_back(Line);
  sort(Ordered, [](const auto &A, const auto &B) {
    const Frame &F = A.second, &G = B.second;
    return std::tie(B.first, F.File, F.Line, F.Function) <
           std::tie(A.first, G.File, G.Line, G.Function);
  });
  sort(Result.Functions);
  for (const auto &[Depth, Line] : Ordered)
    if (Result.Lines.size() < Most)
      Result.Lines.push_back(Line);
    else
      ++Result.Others;
  return Result;
}

} // namespace anomalloc
