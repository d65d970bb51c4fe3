//===- CallsOfStacks.cpp - who called whom, by stacks ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/CallsOfStacks.h"
#include "Support/MakerNames.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace anomalloc {

void addCallsOfStacks(Profile &P, CodeOfRun &Code) {
  std::vector<bool> Done(P.Stacks.size());
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> Depths;
  std::set<PlaceIndex> Known;
  auto depthAt = [&](PlaceIndex I) {
    CodePlace &At = P.Places[uint32_t(I)];
    if (!Known.insert(I).second || !mayHaveUserLoops(At.Library, At.Levels))
      return At.LoopDepth;
    std::optional<MachineCall> Call =
        Code.callBefore(At.Library, At.BuildId, At.Offset);
    At.LoopDepthIsLeast = !Call || Call->LoopsUnknown;
    if (Call) {
      At.LoopDepth = uint16_t(Call->LoopDepth); // 64 at most.
      At.LocalFunction = Call->localFunction();
    }
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
      const uint32_t Its = depthAt(From);
      uint32_t &Depth = Depths[{functionOf(P.place(From)),
                                functionOf(P.place(P.stack(I).Place))}];
      Depth = std::max(Depth, Its);
      I = *Caller;
    }
  }
  for (auto [Functions, Depth] : Depths)
    P.Edges.push_back({Functions.first, Functions.second, Depth});
}

void nameCallsOfLibraries(Profile &P, CodeOfRun &Code) {
  std::map<PlaceIndex, bool> NothingBelow; ///< By the place of the call.
  for (const StackLevel &Level : P.Stacks) {
    if (!Level.Caller)
      continue;
    const CodePlace &Below = P.place(Level.Place);
    const bool HasName = any_of(
        Below.Levels, [](const Frame &F) { return !F.Function.empty(); });
    auto [Known, New] =
        NothingBelow.try_emplace(P.stack(*Level.Caller).Place, true);
    Known->second &= !HasName && isSystemLibrary(Below.Library);
  }
  for (auto [Index, IsUnnamed] : NothingBelow) {
    CodePlace &At = P.Places[uint32_t(Index)];
    if (!IsUnnamed || At.Levels.empty() || isSystemLibrary(At.Library))
      continue;
    std::optional<MachineCall> Call =
        Code.callBefore(At.Library, At.BuildId, At.Offset);
    if (!Call || !isLibraryName(Call->Callee))
      continue;
    Frame Callee;
    Callee.Function = P.save(Call->Callee);
    At.Levels.insert(At.Levels.begin(), Callee);
  }
}

} // namespace anomalloc
