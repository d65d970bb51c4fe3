//===- FrameStacks.cpp - stacks by line -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/formats/FrameStacks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

FrameStacks::FrameStacks(const MeasuredStacks &Stacks) : Frames(Stacks) {
  DenseMap<std::pair<uint64_t, uint64_t>, uint32_t> Known;
  for (const MeasuredStacks::Node &Node : Stacks.Nodes) {
    std::optional<uint32_t> At;
    if (Node.Caller)
      At = LevelOf[*Node.Caller];
    for (uint32_t Frame : reverse(Frames.of(Node.Place))) {
      auto [I, New] =
          Known.try_emplace({At ? uint64_t(*At) + 1 : 0, Frame}, Levels.size());
      if (New)
        Levels.push_back({Frame, At});
      At = I->second;
    }
    LevelOf.push_back(*At);
  }
  DenseMap<std::pair<uint64_t, uint64_t>, uint32_t> RowOf;
  for (const MeasuredStacks::Row &R : Stacks.Rows) {
    auto [I, New] = RowOf.try_emplace({LevelOf[R.Node], R.Size}, Rows.size());
    if (New)
      Rows.push_back({LevelOf[R.Node], R.Size});
    for (auto [To, More] : zip_equal(Rows[I->second].Blocks, R.Blocks))
      To = SaturatingAdd(To, More);
  }
  sort(Rows, [](const Row &A, const Row &B) {
    return std::tie(A.Level, A.Size) < std::tie(B.Level, B.Size);
  });
}

SmallVector<uint32_t, 64> FrameStacks::framesFrom(uint32_t Level) const {
  SmallVector<uint32_t, 64> Result;
  for (std::optional<uint32_t> L = Level; L; L = Levels[*L].Caller)
    Result.push_back(Levels[*L].Frame);
  return Result;
}

} // namespace anomalloc
