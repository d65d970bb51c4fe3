//===- LoopDepth.cpp - loop depth along the deepest call chain ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/LoopDepth.h"
#include "Support/StrongComponents.h"
#include <numeric>

using namespace llvm;

namespace anomalloc {
namespace {

struct OutEdge {
  uint32_t To;
  uint32_t Depth;
};

using Node = std::vector<OutEdge>;

/// Depth of each component, and the deepest edge inside it.
struct ComponentDepth {
  uint64_t Outside = 0;
  uint64_t Inside = 0;
  uint64_t total() const { return Outside + Inside; }
};

} // namespace

/// DenseMap reserves the two largest keys.
static uint64_t keyOf(uint64_t Hash) { return Hash >= ~uint64_t(1) ? 0 : Hash; }

LoopDepths::LoopDepths(const Profile &P) {
  std::vector<Node> Nodes;
  DenseMap<uint64_t, uint32_t> NodeOf;
  auto Number = [&](uint64_t Hash) {
    auto [It, New] = NodeOf.try_emplace(keyOf(Hash), uint32_t(Nodes.size()));
    if (New)
      Nodes.emplace_back();
    return It->second;
  };
  for (const CallEdge &E : P.Edges) {
    uint32_t From = Number(E.Caller), To = Number(E.Callee);
    Nodes[From].push_back({To, E.LoopDepth});
  }

  StrongComponents Component(Nodes.size());
  std::vector<uint32_t> All(Nodes.size());
  std::iota(All.begin(), All.end(), 0);
  Component.find(All, [&](uint32_t I, size_t Edge) {
    return Edge == Nodes[I].size() ? std::nullopt
                                   : std::optional(Nodes[I][Edge].To);
  });
  std::vector<ComponentDepth> Depths(Component.size() + 1);
  std::vector<std::vector<uint32_t>> Members(Depths.size());
  for (uint32_t I : All)
    Members[Component[I]].push_back(I);

  // Callers have the larger numbers: go down, and each is final when read.
  for (uint32_t C = Depths.size(); C-- > 0;) {
    for (uint32_t I : Members[C])
      for (OutEdge E : Nodes[I])
        if (Component[E.To] == C)
          Depths[C].Inside = std::max<uint64_t>(Depths[C].Inside, E.Depth);
    for (uint32_t I : Members[C])
      for (OutEdge E : Nodes[I])
        if (uint32_t To = Component[E.To]; To != C)
          Depths[To].Outside =
              std::max(Depths[To].Outside, Depths[C].total() + E.Depth);
  }

  for (auto [Hash, Node] : NodeOf)
    ByHash[Hash] = Depths[Component[Node]].total();
}

uint64_t LoopDepths::depthOf(uint64_t Hash) const {
  return ByHash.lookup(keyOf(Hash));
}

} // namespace anomalloc
