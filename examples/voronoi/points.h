//===- points.h - Points in the plane ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef VORONOI_POINTS_H
#define VORONOI_POINTS_H

#include <cstdint>
#include <memory>
#include <vector>

namespace voronoi {

struct Place {
  double X = 0, Y = 0;
};

/// One of the points that are given, and a node of their tree. Its coordinates
/// are whole numbers.
struct Vertex : Place {
  std::uint64_t Number = 0; ///< In the order in which they came.
  std::unique_ptr<Vertex> Left, Right;
};

/// The points from left to right, those above each other from below: a search
/// tree. Points that come in random order make it no deeper than it should be.
class PointTree {
public:
  /// So large the coordinates may become, for predicates.h.
  static constexpr int MostSpan = 1 << 26;

  /// \p Count random points with coordinates from 0 to \p Span - 1, without
  /// those that are there already.
  PointTree(int Count, int Span);

  std::vector<const Vertex *> sorted() const;
  std::size_t size() const { return Size; }

private:
  void insert(Place New);

  std::unique_ptr<Vertex> Root;
  std::size_t Size = 0;
};

} // namespace voronoi

#endif // VORONOI_POINTS_H
