//===- edge.cpp - Edges that know their neighbours ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "edge.h"

namespace voronoi {

Quad::Quad() {
  for (int I = 0; I != 4; ++I) {
    Parts[I] = std::make_unique<Edge>();
    Parts[I]->Home = this;
    Parts[I]->Index = I;
  }
  // Two origins with one edge each; one face on both sides.
  Parts[0]->Next = Parts[0].get();
  Parts[2]->Next = Parts[2].get();
  Parts[1]->Next = Parts[3].get();
  Parts[3]->Next = Parts[1].get();
}

Edge *makeEdge(const Vertex &From, const Vertex &To) {
  Quad *New = new Quad;
  New->Parts[0]->Origin = &From;
  New->Parts[2]->Origin = &To;
  return New->Parts[0].get();
}

void deleteEdge(Edge *Old) {
  splice(Old, Old->previous());
  splice(Old->symmetric(), Old->symmetric()->previous());
  delete Old->Home;
}

void splice(Edge *A, Edge *B) {
  Edge *OtherA = A->Next->rotated(), *OtherB = B->Next->rotated();
  std::swap(A->Next, B->Next);
  std::swap(OtherA->Next, OtherB->Next);
}

Edge *connect(Edge *A, Edge *B) {
  Edge *New = makeEdge(A->to(), B->from());
  splice(New, A->nextOnLeft());
  splice(New->symmetric(), B);
  return New;
}

} // namespace voronoi
