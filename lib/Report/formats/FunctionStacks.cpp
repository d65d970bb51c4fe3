//===- FunctionStacks.cpp - stacks by function ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/formats/FunctionStacks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc {

FunctionStacks::FunctionStacks(const MeasuredStacks &Stacks) : Frames(Stacks) {
  addLevels(Stacks);
  Sums = sumStacks(Stacks, LevelOf);
  sortSums();
}

void FunctionStacks::addLevels(const MeasuredStacks &Stacks) {
  std::map<std::pair<uint32_t, StringRef>, uint32_t> Known;
  std::vector<uint32_t> FunctionOf; // By frame.
  for (const NamedFrames::Frame &F : Frames.frames()) {
    auto [I, New] = Known.try_emplace({F.Name, F.File}, Functions.size());
    if (New)
      Functions.push_back({F.Name, F.File});
    FunctionOf.push_back(I->second);
  }
  DenseMap<std::pair<uint64_t, uint64_t>, uint32_t> KnownLevels;
  for (const MeasuredStacks::Node &Node : Stacks.Nodes) {
    std::optional<uint32_t> At;
    if (Node.Caller)
      At = LevelOf[*Node.Caller];
    for (uint32_t Frame : reverse(Frames.of(Node.Place))) {
      uint32_t Function = FunctionOf[Frame];
      auto [I, New] = KnownLevels.try_emplace(
          {At ? uint64_t(*At) + 1 : 0, Function}, Levels.size());
      if (New)
        Levels.push_back({Function, At});
      At = I->second;
    }
    LevelOf.push_back(*At);
  }
}

void FunctionStacks::sortSums() {
  constexpr uint32_t None = UINT32_MAX;
  std::vector<uint32_t> Inner(Levels.size(), None), Next(Levels.size(), None);
  std::vector<uint32_t> Open; // The one to go on with comes last.
  for (uint32_t I = Levels.size(); I-- != 0;)
    if (Levels[I].Caller)
      Next[I] = std::exchange(Inner[*Levels[I].Caller], I);
    else
      Open.push_back(I);
  std::vector<uint32_t> Order(Levels.size());
  for (uint32_t Number = 0; !Open.empty(); ++Number) {
    uint32_t Level = Open.back();
    Open.pop_back();
    Order[Level] = Number;
    if (Next[Level] != None)
      Open.push_back(Next[Level]);
    if (Inner[Level] != None)
      Open.push_back(Inner[Level]);
  }
  sort(Sums, [&](const StackSum &A, const StackSum &B) {
    return Order[A.Stack] < Order[B.Stack];
  });
}

SmallVector<uint32_t, 64> FunctionStacks::functionsOf(const StackSum &S) const {
  SmallVector<uint32_t, 64> Result;
  for (std::optional<uint32_t> L = S.Stack; L; L = Levels[*L].Caller)
    Result.push_back(Levels[*L].Function);
  std::reverse(Result.begin(), Result.end());
  return Result;
}

} // namespace anomalloc
