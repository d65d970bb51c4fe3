//===- delaunay.h - Triangles by divide and conquer -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef VORONOI_DELAUNAY_H
#define VORONOI_DELAUNAY_H

#include "edge.h"

namespace voronoi {

/// Two edges of the convex hull of a set of points.
struct HullEdges {
  Edge *OfLeftmost;  ///< Starts there, counterclockwise.
  Edge *OfRightmost; ///< Starts there, clockwise.
};

/// Joins the points, which are at least two, all different and sorted, by the
/// edges of their Delaunay triangulation. \p Threads threads share the halves.
/// The result does not depend on their number. Whoever asks owns the edges.
std::unique_ptr<HullEdges> triangulate(const Vertex *const *Points,
                                       std::size_t Count, int Threads);

} // namespace voronoi

#endif // VORONOI_DELAUNAY_H
