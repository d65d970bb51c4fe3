//===- delaunay.cpp - Triangles by divide and conquer ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The method of Guibas and Stolfi, Primitives for the Manipulation of General
// Subdivisions and the Computation of Voronoi Diagrams, 1985.
//
//===----------------------------------------------------------------------===//

#include "delaunay.h"
#include "predicates.h"

#include <thread>

namespace voronoi {
namespace {

using HullPtr = std::unique_ptr<HullEdges>;

bool isLeftOf(const Place &P, const Edge *E) {
  return turnsLeft(P, E->from(), E->to());
}
bool isRightOf(const Place &P, const Edge *E) {
  return turnsLeft(P, E->to(), E->from());
}

HullPtr makeHull(Edge *OfLeftmost, Edge *OfRightmost) {
  return std::make_unique<HullEdges>(HullEdges{OfLeftmost, OfRightmost});
}

HullPtr joinTwo(const Vertex *const *Points) {
  Edge *Only = makeEdge(*Points[0], *Points[1]);
  return makeHull(Only, Only->symmetric());
}

HullPtr joinThree(const Vertex *const *Points) {
  Edge *First = makeEdge(*Points[0], *Points[1]);
  Edge *Second = makeEdge(*Points[1], *Points[2]);
  splice(First->symmetric(), Second);
  if (turnsLeft(*Points[0], *Points[1], *Points[2])) {
    connect(Second, First);
  } else if (turnsLeft(*Points[0], *Points[2], *Points[1])) {
    Edge *Third = connect(Second, First);
    return makeHull(Third->symmetric(), Third);
  }
  return makeHull(First, Second->symmetric());
}

/// The lowest edge that both halves see: it becomes the first one between them.
Edge *makeLowestBridge(HullEdges &Left, HullEdges &Right) {
  Edge *L = Left.OfRightmost, *R = Right.OfLeftmost;
  while (true)
    if (isLeftOf(R->from(), L))
      L = L->nextOnLeft();
    else if (isRightOf(L->from(), R))
      R = R->previousOnRight();
    else
      break;
  Edge *Bridge = connect(R->symmetric(), L);
  if (&L->from() == &Left.OfLeftmost->from())
    Left.OfLeftmost = Bridge->symmetric();
  if (&R->from() == &Right.OfRightmost->from())
    Right.OfRightmost = Bridge;
  return Bridge;
}

/// Deletes those edges after \p Candidate, in the direction of \p Step, that
/// the other half makes wrong. Returns the first that stays.
template <class StepT>
Edge *clearWay(Edge *Candidate, const Edge *Bridge, StepT Step) {
  if (!isRightOf(Candidate->to(), Bridge))
    return Candidate;
  while (isInCircle(Bridge->to(), Bridge->from(), Candidate->to(),
                    Step(Candidate)->to())) {
    Edge *Wrong = Candidate;
    Candidate = Step(Candidate);
    deleteEdge(Wrong);
  }
  return Candidate;
}

/// From the lowest bridge upwards.
void sewTogether(Edge *Bridge) {
  while (true) {
    Edge *L = clearWay(Bridge->symmetric()->Next, Bridge,
                       [](const Edge *E) { return E->Next; });
    Edge *R = clearWay(Bridge->previous(), Bridge,
                       [](const Edge *E) { return E->previous(); });
    const bool MayL = isRightOf(L->to(), Bridge);
    const bool MayR = isRightOf(R->to(), Bridge);
    if (!MayL && !MayR)
      return;
    if (!MayL || (MayR && isInCircle(L->to(), L->from(), R->from(), R->to())))
      Bridge = connect(R, Bridge->symmetric());
    else
      Bridge = connect(Bridge->symmetric(), L->symmetric());
  }
}

} // namespace

std::unique_ptr<HullEdges> triangulate(const Vertex *const *Points,
                                       std::size_t Count, int Threads) {
  if (Count == 2)
    return joinTwo(Points);
  if (Count == 3)
    return joinThree(Points);

  HullPtr Left, Right;
  const std::size_t Half = Count / 2;
  auto DoLeft = [&] {
    Left = triangulate(Points, Half, Threads - Threads / 2);
  };
  auto DoRight = [&] {
    Right = triangulate(Points + Half, Count - Half, Threads / 2);
  };
  if (Threads > 1) {
    std::thread Other(DoRight);
    DoLeft();
    Other.join();
  } else {
    DoLeft();
    DoRight();
  }
  sewTogether(makeLowestBridge(*Left, *Right));
  return makeHull(Left->OfLeftmost, Right->OfRightmost);
}

} // namespace voronoi
