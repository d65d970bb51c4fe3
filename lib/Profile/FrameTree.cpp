//===- FrameTree.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/FrameTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

std::vector<Frame> FrameTree::chain(uint32_t Innermost) const {
  std::vector<Frame> Chain;
  Chain.reserve(Rows[Innermost].Depth);
  for (std::optional<uint32_t> R = Innermost; R; R = Rows[*R].Caller)
    Chain.push_back(Rows[*R].Level);
  return Chain;
}

uint32_t FrameTreeBuilder::add(ArrayRef<Frame> Chain) {
  std::optional<uint32_t> Caller;
  for (const Frame &F : llvm::reverse(Chain)) {
    auto [I, New] =
        RowOf.try_emplace({Caller, F.Line, F.Column, F.Use, F.Function, F.File},
                          uint32_t(Tree.Rows.size()));
    if (New)
      Tree.Rows.push_back({Caller, F, Tree.depthBelow(Caller)});
    Caller = I->second;
  }
  return *Caller;
}

} // namespace anomalloc
