//===- diagram.h - Points, triangles, corners -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef VORONOI_DIAGRAM_H
#define VORONOI_DIAGRAM_H

#include "edge.h"

namespace voronoi {

/// The Delaunay triangulation of points, and their Voronoi diagram: its corners
/// are the centres of the triangles' circles. The phases of the profile are
/// `triangulate` and `corners`. The points must outlive it.
class Diagram {
public:
  Diagram(const PointTree &Points, int Threads);
  ~Diagram();
  Diagram(const Diagram &) = delete;
  Diagram &operator=(const Diagram &) = delete;

  /// One for both directions.
  const std::vector<Edge *> &edges() const { return Edges; }
  /// An edge of each triangle, which is on its left.
  const std::vector<Edge *> &triangles() const { return Triangles; }
  static const Place &cornerOf(const Edge *Triangle) {
    return *Triangle->rotatedBack()->Origin;
  }
  std::uint64_t hash() const;

private:
  void collectEdges(Edge *Start);
  void findTriangles();

  std::vector<Edge *> Edges;
  std::vector<Edge *> Triangles;
  std::vector<std::unique_ptr<Place>> Corners;
};

} // namespace voronoi

#endif // VORONOI_DIAGRAM_H
