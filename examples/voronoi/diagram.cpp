//===- diagram.cpp - Points, triangles, corners ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diagram.h"
#include "delaunay.h"
#include "predicates.h"

#include <hash.h>

#include <anomalloc/anomalloc.h>

namespace voronoi {

Diagram::Diagram(const PointTree &Points, int Threads) {
  if (Points.size() < 2)
    return;
  std::unique_ptr<HullEdges> Hull;
  {
    anomalloc::Phase Section("triangulate");
    const std::vector<const Vertex *> Sorted = Points.sorted();
    Hull = triangulate(Sorted.data(), Sorted.size(), Threads);
  }
  anomalloc::Phase Section("corners");
  // By Euler's formula there are no more.
  Edges.reserve(3 * Points.size());
  Triangles.reserve(2 * Points.size());
  Corners.reserve(2 * Points.size());
  collectEdges(Hull->OfLeftmost);
  findTriangles();
}

Diagram::~Diagram() {
  for (Edge *E : Edges)
    delete E->Home;
}

void Diagram::collectEdges(Edge *Start) {
  auto See = [this](Edge *E) {
    Edge *First = E->Home->Parts[0].get();
    if (!First->Seen)
      Edges.push_back(First);
    First->Seen = true;
  };
  See(Start);
  for (std::size_t I = 0; I != Edges.size(); ++I) {
    See(Edges[I]->Next);
    See(Edges[I]->symmetric()->Next);
  }
}

void Diagram::findTriangles() {
  for (Edge *First : Edges)
    First->Seen = false;
  for (Edge *First : Edges)
    for (Edge *E : {First, First->symmetric()}) {
      Edge *Second = E->nextOnLeft(), *Third = Second->nextOnLeft();
      if (E->Seen || Third->nextOnLeft() != E ||
          !turnsLeft(E->from(), Second->from(), Third->from()))
        continue;
      Triangles.push_back(E);
      Corners.push_back(std::make_unique<Place>(
          centreOf(E->from(), Second->from(), Third->from())));
      for (Edge *Side : {E, Second, Third}) {
        Side->Seen = true;
        Side->rotatedBack()->Origin = Corners.back().get();
      }
    }
}

std::uint64_t Diagram::hash() const {
  examples::Hash H;
  for (const Edge *E : Edges) {
    H.add(E->from().Number);
    H.add(E->to().Number);
  }
  for (const Edge *E : Triangles) {
    H.add(cornerOf(E).X);
    H.add(cornerOf(E).Y);
  }
  return H.value();
}

} // namespace voronoi
