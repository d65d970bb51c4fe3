//===- LoopDepth.cpp - loop depth along the deepest call chain ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/LoopDepth.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace anomalloc {
namespace {

struct OutEdge {
  uint32_t To;
  uint32_t Depth;
};

struct Node {
  std::vector<OutEdge> Out;
  uint32_t Order = 0; ///< When the search found it; 0: not yet.
  uint32_t Low = 0;   ///< Earliest node on the stack that it reaches.
  uint32_t Component = 0;
  bool OnStack = false;
};

/// Tarjan's strongly connected components, without recursion: call chains of
/// generated code can be longer than our stack.
class Components {
public:
  explicit Components(std::vector<Node> &Nodes) : Nodes(Nodes) {
    for (uint32_t I = 0; I != Nodes.size(); ++I)
      if (!Nodes[I].Order)
        search(I);
  }
  /// Components are numbered callees first.
  uint32_t size() const { return NumComponents; }

private:
  struct Visit {
    uint32_t Node;
    size_t NextEdge;
  };

  void enter(uint32_t I) {
    Nodes[I].Order = Nodes[I].Low = ++Clock;
    Nodes[I].OnStack = true;
    Stack.push_back(I);
    Visits.push_back({I, 0});
  }

  void leave(uint32_t I) {
    if (Nodes[I].Low == Nodes[I].Order) {
      uint32_t Member;
      do {
        Member = Stack.pop_back_val();
        Nodes[Member].OnStack = false;
        Nodes[Member].Component = NumComponents;
      } while (Member != I);
      ++NumComponents;
    }
    Visits.pop_back();
    if (!Visits.empty()) {
      Node &Parent = Nodes[Visits.back().Node];
      Parent.Low = std::min(Parent.Low, Nodes[I].Low);
    }
  }

  void search(uint32_t Root) {
    enter(Root);
    while (!Visits.empty()) {
      Visit &Top = Visits.back();
      Node &N = Nodes[Top.Node];
      if (Top.NextEdge == N.Out.size()) {
        leave(Top.Node);
        continue;
      }
      const Node &Callee = Nodes[N.Out[Top.NextEdge].To];
      uint32_t To = N.Out[Top.NextEdge++].To;
      if (!Callee.Order)
        enter(To);
      else if (Callee.OnStack)
        N.Low = std::min(N.Low, Callee.Order);
    }
  }

  std::vector<Node> &Nodes;
  SmallVector<uint32_t, 64> Stack;
  SmallVector<Visit, 64> Visits;
  uint32_t Clock = 0;
  uint32_t NumComponents = 0;
};

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
    Nodes[From].Out.push_back({To, E.LoopDepth});
  }

  std::vector<ComponentDepth> Depths(Components(Nodes).size());
  std::vector<std::vector<uint32_t>> Members(Depths.size());
  for (uint32_t I = 0; I != Nodes.size(); ++I)
    Members[Nodes[I].Component].push_back(I);

  // Callers have the larger numbers: go down, and each is final when read.
  for (uint32_t C = Depths.size(); C-- > 0;) {
    for (uint32_t I : Members[C])
      for (OutEdge E : Nodes[I].Out)
        if (Nodes[E.To].Component == C)
          Depths[C].Inside = std::max<uint64_t>(Depths[C].Inside, E.Depth);
    for (uint32_t I : Members[C])
      for (OutEdge E : Nodes[I].Out)
        if (uint32_t To = Nodes[E.To].Component; To != C)
          Depths[To].Outside =
              std::max(Depths[To].Outside, Depths[C].total() + E.Depth);
  }

  for (auto [Hash, Node] : NodeOf)
    ByHash[Hash] = Depths[Nodes[Node].Component].total();
}

uint64_t LoopDepths::depthOf(uint64_t Hash) const {
  return ByHash.lookup(keyOf(Hash));
}

} // namespace anomalloc
