//===- MakerGraph.cpp - who calls the makers ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/MakerGraph.h"
#include "Support/Demangle.h"
#include <set>

using namespace llvm;

namespace anomalloc {

MakerGraph::MakerGraph(const Profile &P) : P(P) {
  std::set<std::pair<uint64_t, uint64_t>> Pairs;
  for (uint32_t I = 0; I != P.MakerCalls.size(); ++I) {
    const MakerCall &Call = P.MakerCalls[I];
    if (!Call.Callee)
      continue;
    Pairs.insert({Call.Caller, Call.Callee});
    CallsOf[Call.Callee].push_back(MakerCallIndex(I));
    if (!Call.ChangeFrame)
      CallsIn[Call.Caller].push_back(MakerCallIndex(I));
  }
  for (uint32_t I = 0; I != P.Sites.size(); ++I)
    if (!P.Sites[I].ChangeFrame)
      SitesIn[P.Sites[I].FunctionHash].push_back(SiteIndex(I));
  for (const CallEdge &E : P.Edges)
    if (CallsOf.count(E.Caller) && !Pairs.count({E.Caller, E.Callee})) {
      NamesOf[E.Callee].push_back(E.Caller);
      FunctionsOf[E.Caller].push_back(E.Callee);
    }
}

void MakerGraph::addNamed(const Frame &Outermost) {
  FunctionName Name(Outermost.Function);
  if (!Name.isFunction() || Name.isConstructorOrDestructor() ||
      P.isSystemFile(Outermost.File))
    return;
  auto [I, New] = Named->try_emplace(Name.base(), &Outermost);
  if (New || !I->second)
    return;
  if (I->second->Function != Outermost.Function)
    I->second = nullptr;
  else if (Outermost.Line && Outermost.Line < I->second->Line)
    I->second = &Outermost;
}

const Frame *MakerGraph::makerNamed(StringRef Name) {
  if (!Named) {
    Named.emplace();
    for (const MakerCall &Call : P.MakerCalls)
      if (Call.Callee && !Call.ChangeFrame)
        addNamed(Call.outermostFrame());
    for (const Site &S : P.Sites)
      if (!S.ChangeFrame)
        addNamed(S.outermostFrame());
  }
  return Named->lookup(Name);
}

/// Calls \p Visit for \p First and for each function that it says is reached.
template <typename Fn> static void walkFunctions(uint64_t First, Fn Visit) {
  std::set<uint64_t> Reached = {First};
  std::vector<uint64_t> Worklist = {First};
  auto Reach = [&](uint64_t Function) {
    if (Reached.insert(Function).second)
      Worklist.push_back(Function);
  };
  while (!Worklist.empty()) {
    const uint64_t Function = Worklist.back();
    Worklist.pop_back();
    Visit(Function, Reach);
  }
}

std::vector<MakerCallIndex>
MakerGraph::callsLeadingTo(uint64_t Function,
                           function_ref<bool(const MakerCall &)> EndsAt) const {
  std::vector<MakerCallIndex> Ends;
  walkFunctions(Function, [&](uint64_t Called, auto Reach) {
    for (uint64_t Name : namesOf(Called))
      Reach(Name);
    for (MakerCallIndex I : callsOf(Called))
      if (const MakerCall &Call = P.makerCall(I); EndsAt(Call))
        Ends.push_back(I);
      else
        Reach(Call.Caller);
  });
  return Ends;
}

std::vector<StringRef> MakerGraph::makersBelow(const MakerCall &Call) const {
  std::set<StringRef> Below;
  auto Add = [&](const InlineChain &Its) {
    for (const Frame &F : Its.Chain)
      if (!F.Function.empty() && !P.isSystemFile(F.File))
        Below.insert(F.Function);
  };
  walkFunctions(Call.Callee, [&](uint64_t Function, auto Reach) {
    for (uint64_t Same : find(FunctionsOf, Function))
      Reach(Same);
    for (SiteIndex I : find(SitesIn, Function))
      Add(P.site(I));
    for (MakerCallIndex I : find(CallsIn, Function)) {
      Add(P.makerCall(I));
      Reach(P.makerCall(I).Callee);
    }
  });
  return {Below.begin(), Below.end()};
}

} // namespace anomalloc
