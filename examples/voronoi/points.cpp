//===- points.cpp - Points in the plane -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "points.h"

#include <random.h>

namespace voronoi {
namespace {

bool isBefore(const Place &A, const Place &B) {
  return A.X < B.X || (A.X == B.X && A.Y < B.Y);
}

void appendInOrder(const Vertex *At, std::vector<const Vertex *> &Result) {
  if (!At)
    return;
  appendInOrder(At->Left.get(), Result);
  Result.push_back(At);
  appendInOrder(At->Right.get(), Result);
}

} // namespace

PointTree::PointTree(int Count, int Span) {
  examples::Random Source(1985);
  for (int I = 0; I < Count; ++I) {
    Place New;
    New.X = double(Source.below(Span));
    New.Y = double(Source.below(Span));
    insert(New);
  }
}

void PointTree::insert(Place New) {
  std::unique_ptr<Vertex> *At = &Root;
  while (*At) {
    if (isBefore(New, **At))
      At = &(*At)->Left;
    else if (isBefore(**At, New))
      At = &(*At)->Right;
    else
      return;
  }
  *At = std::make_unique<Vertex>();
  (*At)->X = New.X;
  (*At)->Y = New.Y;
  (*At)->Number = Size++;
}

std::vector<const Vertex *> PointTree::sorted() const {
  std::vector<const Vertex *> Result;
  Result.reserve(Size);
  appendInOrder(Root.get(), Result);
  return Result;
}

} // namespace voronoi
