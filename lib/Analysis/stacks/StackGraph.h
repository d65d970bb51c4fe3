//===- StackGraph.h - the call graph of stack trace types -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Seed 000, section 3.3: the functions of the selected stack trace types are
/// the vertices, their calls the edges. Where many execution paths meet is
/// where to repair. Weights are those of the tree: allocations or bytes.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_STACKGRAPH_H
#define ANOMALLOC_ANALYSIS_STACKS_STACKGRAPH_H

#include "Analysis/stacks/StackTree.h"

namespace anomalloc {

struct StackGraph {
  struct Vertex {
    uint32_t Function;    ///< Index of StackTree::Functions.
    llvm::StringRef File; ///< Of its heaviest call.
    uint32_t Line = 0;
    uint64_t Paths = 0;   ///< Types that pass it.
    uint64_t Through = 0; ///< Weight of the stacks that pass it.
    uint64_t Own = 0;     ///< Weight of what it allocates itself.
    /// Weight of the allocations that no path reaches without passing it.
    uint64_t Dominated = 0;
    std::optional<uint32_t> Dominator; ///< The next vertex that all paths pass.
    unsigned Layer = 0;                ///< Calls from the outermost, at least.
  };
  struct Edge {
    uint32_t Caller, Callee; ///< Vertices.
    uint64_t Weight = 0;
  };
  /// Where a repair would take away allocations.
  struct Place {
    uint32_t Vertex;
    uint64_t Weight; ///< What its repair takes away, beyond those before it.
    /// The callers, and how many of these allocations come through each; the
    /// most first.
    std::vector<std::pair<uint32_t, uint64_t>> Callers;
  };

  std::vector<Vertex> Vertices; ///< The most weight through it first.
  std::vector<Edge> Edges;
  std::vector<Place> Places; ///< The most weight first.
  uint64_t Weight = 0;       ///< Of the selected types.
  uint64_t NumTypes = 0;
  /// Whether some function is known to be the user's. If none is (a program
  /// without debug information), places are chosen among all.
  bool UserKnown = false;
};

struct StackGraphOptions {
  /// Places that take away less than this share (percent) are not named.
  unsigned MinPercent = 3;
  unsigned MaxPlaces = 8;
};

StackGraph buildStackGraph(const StackTree &T,
                           const StackGraphOptions &Options = {});

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_STACKGRAPH_H
