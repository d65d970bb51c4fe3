//===- edge.h - Edges that know their neighbours ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef VORONOI_EDGE_H
#define VORONOI_EDGE_H

#include "points.h"

#include <slots.h>

#include <array>
#include <memory>
#include <utility>

namespace voronoi {

struct Quad;

/// examples/voronoi/edge.h, after advice: edges and quads, both of 32 bytes,
/// come from a pool.
struct Pooled {
  static void *operator new(std::size_t) { return Slots<32>::take(); }
  static void operator delete(void *Block) { Slots<32>::give(Block); }
};

/// One of four directed edges that belong together (Guibas and Stolfi, 1985):
///
///   0  from one vertex to the other
///   1  from the face on the right of 0 to that on its left
///   2  0 turned around
///   3  1 turned around
///
/// The faces are named by a corner of the Voronoi diagram; an edge of faces
/// without one has none.
struct Edge : Pooled {
  Edge *Next = nullptr; ///< Of the same origin, counterclockwise.
  const Place *Origin = nullptr;
  Quad *Home = nullptr;
  int Index = 0;
  bool Seen = false; ///< For walks over all edges.

  inline Edge *turned(int Quarters) const;

  Edge *rotated() const { return turned(1); }
  Edge *symmetric() const { return turned(2); }
  Edge *rotatedBack() const { return turned(3); }

  /// The next one clockwise.
  Edge *previous() const { return rotated()->Next->rotated(); }
  /// The next edge around the face on the left.
  Edge *nextOnLeft() const { return rotatedBack()->Next->rotated(); }
  /// The edge before this one around the face on the right.
  Edge *previousOnRight() const { return symmetric()->Next; }

  const Vertex &from() const { return static_cast<const Vertex &>(*Origin); }
  const Vertex &to() const { return symmetric()->from(); }
};

/// Four edges, each a block of its own, and the block that holds them together:
/// as in the paper's program.
struct Quad : Pooled {
  Quad();

  std::array<std::unique_ptr<Edge>, 4> Parts;
};

static_assert(sizeof(Edge) == 32 && sizeof(Quad) == 32, "sizes of the pool");

inline Edge *Edge::turned(int Quarters) const {
  return Home->Parts[(Index + Quarters) % 4].get();
}

/// A new quad with an edge from \p From to \p To, without neighbours.
Edge *makeEdge(const Vertex &From, const Vertex &To);
/// Frees the quad of \p Old, which has neighbours no longer.
void deleteEdge(Edge *Old);
/// Joins the rings of two origins, or cuts one ring in two.
void splice(Edge *A, Edge *B);
/// A new edge from the end of \p A to the origin of \p B. All three then have
/// the same face on the left.
Edge *connect(Edge *A, Edge *B);

} // namespace voronoi

#endif // VORONOI_EDGE_H
