//===- element.cpp - Triangles of a mesh ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "element.h"
#include "mesh.h"

namespace multiscale {

Element::Element(const Mesh &Domain, int Index) {
  allocNodes(Domain, Index);
  allocEdges(Domain, Index);
}

void Element::allocNodes(const Mesh &Domain, int Index) {
  const Triangle &Source = Domain.triangle(Index);
  Nodes.assign(Source.Nodes.begin(), Source.Nodes.end());
  Points.resize(Nodes.size());
  for (int I = 0; I < numNodes(); ++I)
    Points[I] = Domain.node(Nodes[I]);
}

void Element::allocEdges(const Mesh &Domain, int Index) {
  const Triangle &Source = Domain.triangle(Index);
  Edges.assign(Source.Edges.begin(), Source.Edges.end());
}

} // namespace multiscale
