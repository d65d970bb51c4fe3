//===- StackGraphEstimates.cpp - intervals of a call graph's weights ------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/stacks/StackGraph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Adds up what the weights of a graph rest on.
class WeightSums {
public:
  WeightSums(const StackGraph &G, const StackTree &T)
      : G(G), T(T), Through(G.Vertices.size()), Own(G.Vertices.size()),
        Dominated(G.Vertices.size()) {
    for (uint32_t I = 0; I != G.Vertices.size(); ++I)
      VertexOf[G.Vertices[I].Function] = I;
    for (uint32_t Type : T.Types)
      add(Type);
  }
  const SampleSum &of(uint32_t Type) const {
    const StackTree::Tallies &Its = T.OwnTallies[Type];
    return T.ByBytes ? Its.Bytes : Its.Allocations;
  }

private:
  void add(uint32_t Type);

  const StackGraph &G;
  const StackTree &T;
  DenseMap<uint32_t, uint32_t> VertexOf; ///< By function.

public:
  SampleSum All;
  std::vector<SampleSum> Through, Own, Dominated; ///< By vertex.
  DenseMap<std::pair<uint32_t, uint32_t>, SampleSum> Edges;
};

/// As the graph counts: recursion passes a vertex, or an edge, once.
void WeightSums::add(uint32_t Type) {
  const SampleSum &Its = of(Type);
  All += Its;
  DenseSet<uint32_t> Seen;
  DenseSet<std::pair<uint32_t, uint32_t>> SeenEdges;
  std::optional<uint32_t> Callee;
  for (std::optional<uint32_t> N = Type; N; N = T.Nodes[*N].Caller) {
    const uint32_t V = VertexOf.at(T.Nodes[*N].Function);
    if (!Callee) {
      Own[V] += Its;
      for (std::optional<uint32_t> Above = V; Above;
           Above = G.Vertices[*Above].Dominator)
        Dominated[*Above] += Its;
    }
    if (Seen.insert(V).second)
      Through[V] += Its;
    if (Callee && SeenEdges.insert({V, *Callee}).second)
      Edges[{V, *Callee}] += Its;
    Callee = V;
  }
}

} // namespace

void estimateWeights(StackGraph &G, const StackTree &T) {
  if (!T.isEstimated()) {
    for (StackGraph::Vertex &V : G.Vertices) {
      V.ThroughEstimate = Estimate::exact(V.Through);
      V.OwnEstimate = Estimate::exact(V.Own);
      V.DominatedEstimate = Estimate::exact(V.Dominated);
    }
    for (StackGraph::Edge &E : G.Edges)
      E.WeightEstimate = Estimate::exact(E.Weight);
    for (StackGraph::Place &P : G.Places)
      P.WeightEstimate = Estimate::exact(P.Weight);
    G.WeightEstimate = Estimate::exact(G.Weight);
    return;
  }
  const Profile &P = *T.Source;
  const WeightSums Sums(G, T);
  for (uint32_t I = 0; I != G.Vertices.size(); ++I) {
    StackGraph::Vertex &V = G.Vertices[I];
    V.ThroughEstimate = Sums.Through[I].estimate(P);
    V.OwnEstimate = Sums.Own[I].estimate(P);
    V.DominatedEstimate = Sums.Dominated[I].estimate(P);
  }
  for (StackGraph::Edge &E : G.Edges)
    E.WeightEstimate = Sums.Edges.lookup({E.Caller, E.Callee}).estimate(P);
  for (StackGraph::Place &One : G.Places) {
    SampleSum Sum;
    for (uint32_t Type : One.Types)
      Sum += Sums.of(Type);
    One.WeightEstimate = Sum.estimate(P);
  }
  G.WeightEstimate = Sums.All.estimate(P);
}

} // namespace anomalloc
