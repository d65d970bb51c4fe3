//===- CallsOfStacks.cpp - who called whom, by stacks ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/CallsOfStacks.h"
#include "anomalloc/FunctionHash.h"

using namespace llvm;

namespace anomalloc {

/// The function, after inlining, that holds \p Place.
static std::optional<uint64_t> functionOf(const CodePlace &Place) {
  if (Place.Levels.empty() || Place.Levels.back().Function.empty())
    return std::nullopt;
  return functionHash("", Place.Levels.back().Function);
}

void addCallsOfStacks(Profile &P, CodeOfRun &Code) {
  std::vector<bool> Done(P.Stacks.size());
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> Depths;
  std::map<PlaceIndex, uint32_t> DepthAt;
  auto depthAt = [&](PlaceIndex I) {
    auto [Known, New] = DepthAt.try_emplace(I, 0);
    const CodePlace &At = P.place(I);
    // A library's own loops, as those of OpenMP's threads, are nobody's to
    // change; and the pass does not see them.
    if (New && !isSystemLibrary(At.Library))
      if (std::optional<MachineCall> Call =
              Code.callBefore(At.Library, At.BuildId, At.Offset))
        Known->second = Call->LoopDepth;
    return Known->second;
  };
  for (const StackCount &C : P.StackCounts) {
    if (!C.Site || !P.site(*C.Site).FromBinary)
      continue;
    for (StackIndex I = C.Stack; !Done[uint32_t(I)];) {
      Done[uint32_t(I)] = true;
      const std::optional<StackIndex> Caller = P.stack(I).Caller;
      if (!Caller)
        break;
      const PlaceIndex From = P.stack(*Caller).Place;
      std::optional<uint64_t> Called = functionOf(P.place(P.stack(I).Place)),
                              Calling = functionOf(P.place(From));
      if (Called && Calling) {
        uint32_t &Depth = Depths[{*Calling, *Called}];
        Depth = std::max(Depth, depthAt(From));
      }
      I = *Caller;
    }
  }
  for (auto [Functions, Depth] : Depths)
    P.Edges.push_back({Functions.first, Functions.second, Depth});
}

} // namespace anomalloc
