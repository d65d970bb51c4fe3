//===- local_assembly.cpp - The equations of a local problem --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "local_assembly.h"
#include "diffusion.h"

#include <array>
#include <vector>

namespace multiscale {
namespace {

/// Objects that every quadrature point needs, made once.
struct PointWork {
  ObjectData Position{Dimension};
  ObjectData Tensor{Dimension};
  ObjectData Flux{Dimension};
};

/// What one quadrature point adds to the matrix of an element. Work.Tensor is
/// the conductivity there, times the weight of the point.
DenseTable pointStiffness(const DenseTable &Gradients, PointWork &Work) {
  DenseTable Result(3, 3);
  for (int J = 0; J < 3; ++J) {
    load(Work.Flux, Gradients, J);
    multiply(Work.Flux, Work.Tensor);
    for (int I = 0; I < 3; ++I)
      for (int D = 0; D < Dimension; ++D)
        Result(I, J) += Gradients(D, I) * Work.Flux[D];
  }
  return Result;
}

/// The matrix of one fine element. What it adds to the other integrals goes to
/// \p System.
DenseTable integrate(const MeshElement &Elem, PointWork &Work,
                     LocalSystem &System) {
  const double Area = Elem.area();
  const double Weight = Area / 3;
  const DenseTable Corners = cornersOf(Elem);
  const DenseTable Gradients = shapeGradients(Corners, Area);

  DenseTable Stiffness(3, 3);
  for (int Q = 0; Q < 3; ++Q) {
    quadraturePoint(Corners, Q, Work.Position, Work.Flux);
    conductivity(Work.Position, Work.Tensor);
    multiply(Work.Tensor, Weight);
    const DenseTable Part = pointStiffness(Gradients, Work);
    for (int I = 0; I < 3; ++I)
      for (int J = 0; J < 3; ++J)
        Stiffness(I, J) += Part(I, J);

    // In the middle of an edge the shape functions of its two ends are 1/2.
    const double Load = 0.5 * Weight * source(Work.Position);
    System.Loads(Elem.node(Q), 3) += Load;
    System.Loads(Elem.node((Q + 1) % 3), 3) += Load;
    System.Mass[Elem.node(Q)] += Area / 3;
  }
  return Stiffness;
}

/// The integrals over the edges of the coarse triangle.
void integrateFaces(const Mesh &Fine, LocalSystem &System) {
  for (int I = 0; I < Fine.numEdges(); ++I) {
    const Edge &Side = Fine.edge(I);
    if (Side.Face < 0)
      continue;
    for (int Node : Side.Nodes)
      System.Loads(Node, Side.Face) += 0.5 * Fine.edgeLength(I);
  }
}

} // namespace

LocalSystem assemble(const Mesh &Fine, const FiniteElementSpace &Space) {
  LocalSystem System;
  System.Loads.setZero(Fine.numNodes(), 4);
  System.Mass.setZero(Fine.numNodes());

  PointWork Work;
  std::vector<Eigen::Triplet<double>> Entries;
  Entries.reserve(9 * Fine.numElements());
  for (int E = 0; E < Fine.numElements(); ++E) {
    const DenseTable Stiffness = integrate(Fine[E], Work, System);

    std::array<int, 3> Dofs;
    for (int I = 0; I < 3; ++I)
      Dofs[I] = Space.dof(E, I);
    for (int I = 0; I < 3; ++I)
      for (int J = 0; J < 3; ++J)
        if (Dofs[I] >= 0 && Dofs[J] >= 0)
          Entries.emplace_back(Dofs[I], Dofs[J], Stiffness(I, J));
  }
  System.Stiffness.resize(Space.numDofs(), Space.numDofs());
  System.Stiffness.setFromTriplets(Entries.begin(), Entries.end());

  integrateFaces(Fine, System);
  return System;
}

} // namespace multiscale
