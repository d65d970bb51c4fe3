//===- CallsOfStacks.cpp - who called whom, by stacks ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/CallsOfStacks.h"
#include <set>

using namespace llvm;

namespace anomalloc {

void addCallsOfStacks(Profile &P, CodeOfRun &Code) {
  std::vector<bool> Done(P.Stacks.size());
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> Depths;
  std::set<PlaceIndex> Known;
  auto depthAt = [&](PlaceIndex I) {
    CodePlace &At = P.Places[uint32_t(I)];
    if (Known.insert(I).second && mayHaveUserLoops(At.Library, At.Levels))
      if (std::optional<MachineCall> Call =
              Code.callBefore(At.Library, At.BuildId, At.Offset))
        At.LoopDepth = Call->LoopDepth;
    return At.LoopDepth;
  };
  for (const StackCount &C : P.StackCounts) {
    if (C.Site && !P.site(*C.Site).FromBinary)
      continue;
    depthAt(P.stack(C.Stack).Place);
    for (StackIndex I = C.Stack; !Done[uint32_t(I)];) {
      Done[uint32_t(I)] = true;
      const std::optional<StackIndex> Caller = P.stack(I).Caller;
      if (!Caller)
        break;
      const PlaceIndex From = P.stack(*Caller).Place;
      uint32_t &Depth = Depths[{functionOf(P.place(From)),
                                functionOf(P.place(P.stack(I).Place))}];
      Depth = std::max(Depth, depthAt(From));
      I = *Caller;
    }
  }
  for (auto [Functions, Depth] : Depths)
    P.Edges.push_back({Functions.first, Functions.second, Depth});
}

} // namespace anomalloc
