//===- element.h - Triangles of a mesh --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways to look at a triangle of a mesh, with one interface. Which of them
// Mesh::operator[] hands out is decided in element_access.h.
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_ELEMENT_H
#define MULTISCALE_ELEMENT_H

#include <algorithm>
#include <cmath>
#include <vector>

namespace multiscale {

class Mesh;

struct Point {
  double X = 0;
  double Y = 0;
};

/// What can be said of a triangle from its corners alone. Static dispatch: a
/// virtual call would cost more than most of these functions.
template <class Derived> class ElementBase {
public:
  double area() const {
    const Point A = self().point(0), B = self().point(1), C = self().point(2);
    return 0.5 * ((B.X - A.X) * (C.Y - A.Y) - (C.X - A.X) * (B.Y - A.Y));
  }

  /// The longest edge.
  double diameter() const {
    double Result = 0;
    for (int I = 0; I < 3; ++I) {
      const Point A = self().point(I), B = self().point((I + 1) % 3);
      Result = std::max(Result, std::hypot(B.X - A.X, B.Y - A.Y));
    }
    return Result;
  }

private:
  const Derived &self() const { return static_cast<const Derived &>(*this); }
};

/// A triangle that owns its data: it may outlive the mesh it was taken from.
/// Each one costs three heap blocks: two of 12 bytes and one of 48.
class Element : public ElementBase<Element> {
public:
  Element(const Mesh &Domain, int Index);

  int numNodes() const { return static_cast<int>(Nodes.size()); }
  int numEdges() const { return static_cast<int>(Edges.size()); }
  int node(int I) const { return Nodes[I]; }
  int edge(int I) const { return Edges[I]; }
  Point point(int I) const { return Points[I]; }

private:
  void allocNodes(const Mesh &Domain, int Index);
  void allocEdges(const Mesh &Domain, int Index);

  std::vector<int> Nodes;
  std::vector<int> Edges;
  std::vector<Point> Points;
};

/// A triangle that stays in its mesh: no heap, one more indirection for each
/// question, and the mesh has to outlive it.
class SurrogateElement : public ElementBase<SurrogateElement> {
public:
  SurrogateElement(const Mesh &Domain, int Index)
      : Domain(Domain), Index(Index) {}

  int numNodes() const { return 3; }
  int numEdges() const { return 3; }
  int node(int I) const;
  int edge(int I) const;
  Point point(int I) const;

private:
  const Mesh &Domain;
  int Index;
};

} // namespace multiscale

#endif // MULTISCALE_ELEMENT_H
