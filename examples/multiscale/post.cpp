//===- post.cpp - The solution compared to the exact one ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "post.h"
#include "diffusion.h"
#include "fespace.h"

#include <array>
#include <cstring>

namespace multiscale {

SquaredErrors squaredErrors(const Mesh &Fine,
                            const std::vector<double> &Values) {
  SquaredErrors Sum;
  ObjectData Position(Dimension), Gradient(Dimension), Work(Dimension);
  for (int E = 0; E < Fine.numElements(); ++E) {
    const double Area = Fine[E].area();
    const DenseTable Corners = cornersOf(Fine[E]);
    const DenseTable Gradients = shapeGradients(Corners, Area);

    std::array<double, 3> Local;
    for (int I = 0; I < 3; ++I)
      Local[I] = Values[Fine[E].node(I)];

    load(Gradient, Gradients, 0);
    multiply(Gradient, Local[0]);
    for (int I = 1; I < 3; ++I) {
      load(Work, Gradients, I);
      multiply(Work, Local[I]);
      add(Gradient, Work);
    }

    for (int Q = 0; Q < 3; ++Q) {
      quadraturePoint(Corners, Q, Position, Work);
      const double Value = 0.5 * (Local[Q] + Local[(Q + 1) % 3]);
      const double Difference = Value - exactSolution(Position);
      Sum.L2 += Area / 3 * Difference * Difference;

      exactGradient(Position, Work);
      for (int D = 0; D < Dimension; ++D) {
        const double Slope = Gradient[D] - Work[D];
        Sum.H1 += Area / 3 * Slope * Slope;
      }
    }
  }
  return Sum;
}

std::array<double, 3> edgeIntegrals(const Mesh &Fine,
                                    const std::vector<double> &Values) {
  std::array<double, 3> Sum{};
  for (int I = 0; I < Fine.numEdges(); ++I) {
    const Edge &Side = Fine.edge(I);
    if (Side.Face >= 0)
      Sum[Side.Face] += 0.5 * Fine.edgeLength(I) *
                        (Values[Side.Nodes[0]] + Values[Side.Nodes[1]]);
  }
  return Sum;
}

std::uint64_t hashBits(const std::vector<double> &Values) {
  std::uint64_t Hash = 0xcbf29ce484222325;
  for (double Value : Values) {
    std::uint64_t Bits;
    std::memcpy(&Bits, &Value, sizeof(Bits));
    Hash = mixHash(Hash, Bits);
  }
  return Hash;
}

} // namespace multiscale
