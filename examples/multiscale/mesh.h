//===- mesh.h - Triangle meshes ---------------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One class for the coarse mesh of the domain and for the fine mesh of one
// coarse triangle.
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_MESH_H
#define MULTISCALE_MESH_H

#include "element_access.h"

#include <array>
#include <vector>

namespace multiscale {

/// Edge I of a triangle joins its nodes I and I + 1 (modulo 3).
struct Triangle {
  std::array<int, 3> Nodes;
  std::array<int, 3> Edges;
};

struct Edge {
  std::array<int, 2> Nodes;
  /// The triangle whose outer normal is the edge's normal.
  int Left;
  /// The triangle on the other side, or -1 at the boundary.
  int Right = -1;
  /// For a boundary edge of a sub-mesh: the edge of the coarse triangle that it
  /// lies on. Otherwise -1.
  int Face = -1;
};

class Mesh {
public:
  /// Size x Size squares, cut in two triangles each.
  static Mesh unitSquare(int Size);

  /// Cuts each edge of \p Coarse in \p Size: Size * Size triangles.
  static Mesh subdivide(const Element &Coarse, int Size);

  int numNodes() const { return static_cast<int>(Nodes.size()); }
  int numEdges() const { return static_cast<int>(Edges.size()); }
  int numElements() const { return static_cast<int>(Triangles.size()); }

  const Point &node(int Index) const { return Nodes[Index]; }
  const Edge &edge(int Index) const { return Edges[Index]; }
  const Triangle &triangle(int Index) const { return Triangles[Index]; }

  double edgeLength(int Index) const;

  /// +1 if the normal of edge \p I of element \p E points out of it, else -1.
  double orientation(int E, int I) const {
    return Edges[Triangles[E].Edges[I]].Left == E ? 1 : -1;
  }

  /// A triangle apart from its mesh, for those who keep it.
  Element getElem(int Index) const;

  /// A triangle to look at; see element_access.h.
  MeshElement operator[](int Index) const;

private:
  void addTriangle(int A, int B, int C);
  void buildEdges();

  std::vector<Point> Nodes;
  std::vector<Triangle> Triangles;
  std::vector<Edge> Edges;
};

inline int SurrogateElement::node(int I) const {
  return Domain.triangle(Index).Nodes[I];
}

inline int SurrogateElement::edge(int I) const {
  return Domain.triangle(Index).Edges[I];
}

inline Point SurrogateElement::point(int I) const {
  return Domain.node(node(I));
}

} // namespace multiscale

#endif // MULTISCALE_MESH_H
