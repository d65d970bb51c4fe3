//===- CallCounts.cpp - how often functions were called -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/CallCounts.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// What the rows of one linkage name say.
struct Told {
  /// Nullopt in it: they do not agree, or there are calls that no row has.
  std::optional<std::optional<uint64_t>> Calls;

  void tell(uint64_t Number) {
    if (!Calls)
      Calls = Number;
    else if (*Calls != Number)
      Calls->reset();
  }
  void deny() { Calls.emplace(); }
};

} // namespace

std::map<StringRef, uint64_t> countCalls(const Profile &P) {
  if (any_of(P.Processes, [](const Process &One) { return One.DroppedEvents; }))
    return {};
  std::vector<uint64_t> Blocks(P.Sites.size());
  for (const Count &C : P.Counts)
    if (C.Site) {
      uint64_t &Sum = Blocks[uint32_t(*C.Site)];
      Sum = SaturatingAdd(Sum, C.Allocations);
    }

  std::map<StringRef, Told> Functions;
  for (auto [I, S] : enumerate(P.Sites)) {
    Told &Its = Functions[S.outermostFrame().Function];
    if (S.OncePerCall)
      Its.tell(Blocks[I]);
    for (std::optional<LoopIndex> L = S.InnermostLoop; L; L = P.loop(*L).Parent)
      if (P.loop(*L).OncePerCall)
        Its.tell(P.loop(*L).Entries);
  }

  auto DenyInlined = [&](ArrayRef<Frame> Chain) {
    for (const Frame &F : Chain.drop_back())
      if (auto I = Functions.find(F.Function); I != Functions.end())
        I->second.deny();
  };
  for (const Site &S : P.Sites)
    DenyInlined(S.Chain);
  for (const MakerCall &C : P.MakerCalls)
    DenyInlined(C.Chain);
  // Internal functions of several units.
  std::set<StringRef> Names;
  for (auto [Hash, Name] : P.FunctionNames)
    if (!Names.insert(Name).second)
      Functions[Name].deny();

  std::map<StringRef, uint64_t> Known;
  for (const auto &[Name, Its] : Functions)
    if (Its.Calls && *Its.Calls)
      Known[Name] = **Its.Calls;
  return Known;
}

} // namespace anomalloc
