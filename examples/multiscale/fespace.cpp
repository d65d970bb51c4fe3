//===- fespace.cpp - Piecewise linear functions on a mesh -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fespace.h"
#include "diffusion.h"

namespace multiscale {

void FiniteElementSpace::create() {
  // Element by element: unknowns of one element get close numbers.
  Dofs.assign(Domain.numNodes(), -1);
  for (int E = 0; E < Domain.numElements(); ++E) {
    const int Count = Domain[E].numNodes();
    for (int I = 0; I < Count; ++I) {
      int &Dof = Dofs[Domain[E].node(I)];
      if (Dof < 0)
        Dof = NumDofs++;
    }
  }
}

void FiniteElementSpace::setEssentialBC(int Node) {
  const int Removed = Dofs[Node];
  if (Removed < 0)
    return;
  for (int &Dof : Dofs)
    if (Dof > Removed)
      --Dof;
  Dofs[Node] = -1;
  --NumDofs;
}

DenseTable cornersOf(const MeshElement &Elem) {
  DenseTable Result(Dimension, 3);
  for (int I = 0; I < 3; ++I) {
    const Point P = Elem.point(I);
    Result(0, I) = P.X;
    Result(1, I) = P.Y;
  }
  return Result;
}

DenseTable shapeGradients(const DenseTable &Corners, double Area) {
  DenseTable Result(Dimension, 3);
  for (int I = 0; I < 3; ++I) {
    const int J = (I + 1) % 3, K = (I + 2) % 3;
    Result(0, I) = (Corners(1, J) - Corners(1, K)) / (2 * Area);
    Result(1, I) = (Corners(0, K) - Corners(0, J)) / (2 * Area);
  }
  return Result;
}

void load(ObjectData &Data, const DenseTable &Table, int Col) {
  for (int D = 0; D < Dimension; ++D)
    Data[D] = Table(D, Col);
}

void quadraturePoint(const DenseTable &Corners, int Q, ObjectData &Position,
                     ObjectData &Work) {
  load(Position, Corners, Q);
  load(Work, Corners, (Q + 1) % 3);
  add(Position, Work);
  multiply(Position, 0.5);
}

} // namespace multiscale
