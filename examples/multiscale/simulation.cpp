//===- simulation.cpp - The method, phase by phase ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "simulation.h"
#include "post.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace multiscale {

void Simulation::split() {
  Coarse = Mesh::unitSquare(CoarseSize);
  Locals.reserve(Coarse.numElements());
  for (int E = 0; E < Coarse.numElements(); ++E) {
    Diameter = std::max(Diameter, Coarse[E].diameter());
    Locals.emplace_back(Coarse.getElem(E), FineSize);
  }
  Global.emplace(Coarse);
}

void Simulation::local() {
  const int Count = Coarse.numElements();
  int NumFailed = 0;
#pragma omp parallel for reduction(+ : NumFailed)
  for (int E = 0; E < Count; ++E)
    NumFailed += Locals[E].solve() ? 0 : 1;
  if (NumFailed > 0)
    throw std::runtime_error("a local problem has no unique solution");
}

void Simulation::reduce() {
  for (int E = 0; E < Coarse.numElements(); ++E)
    Global->add(E, Locals[E].upscaled());
  if (!Global->solve())
    throw std::runtime_error("the global problem has no unique solution");
}

void Simulation::post() {
  struct Part {
    SquaredErrors Errors;
    std::array<double, 3> Edges;
    std::uint64_t Hash;
  };
  const int Count = Coarse.numElements();
  std::vector<Part> Parts(Count);
#pragma omp parallel for
  for (int E = 0; E < Count; ++E) {
    const std::vector<double> Values =
        Locals[E].combine(Global->mean(E), Global->fluxes(E));
    const Mesh &Fine = Locals[E].fineMesh();
    Parts[E] = {squaredErrors(Fine, Values), edgeIntegrals(Fine, Values),
                hashBits(Values)};
  }

  // In order, so that the sums do not depend on the threads.
  SquaredErrors Sum;
  std::vector<double> Jumps(Coarse.numEdges());
  for (int E = 0; E < Count; ++E) {
    const Part &P = Parts[E];
    for (int I = 0; I < Coarse[E].numEdges(); ++I)
      Jumps[Coarse[E].edge(I)] += Coarse.orientation(E, I) * P.Edges[I];
    Sum.L2 += P.Errors.L2;
    Sum.H1 += P.Errors.H1;
    Final.Hash = mixHash(Final.Hash, P.Hash);
  }
  for (int I = 0; I < Coarse.numEdges(); ++I) {
    const double Jump = Jumps[I] - Global->boundaryIntegral(I);
    Final.Jump = std::max(Final.Jump, std::abs(Jump) / Coarse.edgeLength(I));
  }
  Final.L2Error = std::sqrt(Sum.L2);
  Final.H1Error = std::sqrt(Sum.H1);
}

} // namespace multiscale
