//===- StackGraph.h - the call graph of stack trace types -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The call graph of the selected stack trace types (Gomes et al. 2019,
/// section 3.3). Functions are the vertices, and calls are the edges. A
/// function where many execution paths meet is a good place for a repair.
/// Weights are allocations or bytes, as in the StackTree. Each stands a second
/// time as an Estimate, which has its interval if the tree is of a sample.
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
    uint64_t Paths = 0;   ///< Number of types that pass it.
    uint64_t Through = 0; ///< Weight of the stacks that pass it.
    uint64_t Own = 0;     ///< Weight of what it allocates itself.
    /// Weight of the allocations that every path reaches through this vertex.
    uint64_t Dominated = 0;
    std::optional<uint32_t> Dominator; ///< The immediate dominator, if any.
    unsigned Layer = 0; ///< Calls from the outermost, on one path.
    Estimate ThroughEstimate, OwnEstimate, DominatedEstimate;
  };
  struct Edge {
    uint32_t Caller, Callee; ///< Vertices.
    uint64_t Weight = 0;
    Estimate WeightEstimate;
  };
  /// A function whose repair would remove allocations.
  struct Place {
    uint32_t Vertex;
    uint64_t Weight; ///< What its repair removes, beyond earlier Places.
    /// The callers of the vertex, each with the weight of its calls; the most
    /// weight first.
    std::vector<std::pair<uint32_t, uint64_t>> Callers;
    /// Nodes of the tree: the types whose allocations Weight counts.
    std::vector<uint32_t> Types;
    Estimate WeightEstimate;
  };

  std::vector<Vertex> Vertices; ///< Sorted by Through; the most first.
  std::vector<Edge> Edges;
  std::vector<Place> Places; ///< The most weight first.
  uint64_t Weight = 0;       ///< Of the selected types.
  Estimate WeightEstimate;
  uint64_t NumTypes = 0;
  /// Whether some function is known to be the user's. If none is (a program
  /// without debug information), places are chosen among all functions.
  bool UserKnown = false;
};

struct StackGraphOptions {
  /// A place is left out if its repair removes at most so many percent of the
  /// weight.
  unsigned MinPercent = 3;
  unsigned MaxPlaces = 8;
};

StackGraph buildStackGraph(const StackTree &T,
                           const StackGraphOptions &Options = {});

/// Sets all Estimates of \p G, a graph of the types of \p T. For
/// buildStackGraph().
void estimateWeights(StackGraph &G, const StackTree &T);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_STACKGRAPH_H
