//===- StrongComponents.h - nodes that reach one another --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_STRONGCOMPONENTS_H
#define ANOMALLOC_SUPPORT_STRONGCOMPONENTS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace anomalloc {

/// The strongly connected components of a graph: nodes of one component reach
/// one another. This is Tarjan's algorithm ("Depth-first search and linear
/// graph algorithms", 1972), without recursion: graphs that files describe have
/// ways longer than our stack. LLVM's scc_iterator keeps its numbers in a hash
/// table, and does not look at a part of a graph.
class StrongComponents {
public:
  /// Nodes are numbers below \p NumNodes.
  explicit StrongComponents(size_t NumNodes)
      : Order(NumNodes), Lowest(NumNodes), Component(NumNodes) {}

  /// Finds the components of the graph of \p Nodes, and forgets what was known
  /// of these nodes. \p Next(Node, I) is the node that the edge \p I of \p Node
  /// leads to, as std::optional; none: it has no more edges. An edge to a node
  /// that is not in \p Nodes is to be given as one to \p Node itself. Takes
  /// time and memory in proportion to nodes and edges.
  template <typename Edges>
  void find(llvm::ArrayRef<uint32_t> Nodes, Edges Next) {
    for (uint32_t Node : Nodes)
      Order[Node] = Component[Node] = 0;
    Number = NumComponents = 0;
    for (uint32_t Node : Nodes)
      if (!Order[Node])
        search(Node, Next);
  }

  /// Of the last find(). They are numbered from 1 on: what an edge leads to
  /// has no larger number than what it comes from.
  uint32_t size() const { return NumComponents; }
  uint32_t operator[](uint32_t Node) const { return Component[Node]; }

private:
  template <typename Edges> void search(uint32_t Root, Edges &Next) {
    open(Root);
    while (!Path.empty()) {
      const uint32_t Node = Path.back().first;
      if (std::optional<uint32_t> To = Next(Node, Path.back().second)) {
        ++Path.back().second;
        if (!Order[*To])
          open(*To);
        else if (!Component[*To])
          lower(Node, Order[*To]);
        continue;
      }
      Path.pop_back();
      if (!Path.empty())
        lower(Path.back().first, Lowest[Node]);
      if (Lowest[Node] == Order[Node])
        close(Node);
    }
  }

  void open(uint32_t Node) {
    Order[Node] = Lowest[Node] = ++Number;
    Open.push_back(Node);
    Path.push_back({Node, 0});
  }

  void lower(uint32_t Node, uint32_t To) {
    Lowest[Node] = std::min(Lowest[Node], To);
  }

  /// The component of \p First is complete.
  void close(uint32_t First) {
    ++NumComponents;
    uint32_t Node;
    do {
      Node = Open.back();
      Open.pop_back();
      Component[Node] = NumComponents;
    } while (Node != First);
  }

  std::vector<uint32_t> Order;     ///< Of visits; 0: not visited.
  std::vector<uint32_t> Lowest;    ///< Order of an open node that it reaches.
  std::vector<uint32_t> Component; ///< 0: not complete.
  std::vector<uint32_t> Open;
  std::vector<std::pair<uint32_t, size_t>> Path; ///< With its next edge.
  uint32_t Number = 0, NumComponents = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_STRONGCOMPONENTS_H
