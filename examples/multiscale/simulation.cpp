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
#include <cstring>
#include <stdexcept>

namespace multiscale {

void Simulation::split() {
  Coarse = Mesh::unitSquare(CoarseSize);
  Locals.reserve(last() - first());
  for (int E = 0; E < Coarse.numElements(); ++E) {
    Diameter = std::max(Diameter, Coarse[E].diameter());
    if (E >= first() && E < last())
      Locals.emplace_back(Coarse.getElem(E), FineSize);
  }
  Global.emplace(Coarse);
}

void Simulation::local() {
  const int Count = static_cast<int>(Locals.size());
  int NumFailed = 0;
#pragma omp parallel for reduction(+ : NumFailed)
  for (int E = 0; E < Count; ++E)
    NumFailed += Locals[E].solve() ? 0 : 1;
  if (Sharing.isTrueOnAny(NumFailed > 0))
    throw std::runtime_error("a local problem has no unique solution");
}

/// To and from the numbers that ranks send.
static constexpr int NumbersOfUpscaled = 13;

static void pack(std::vector<double> &To, const Upscaled &From) {
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < 3; ++J)
      To.push_back(From.Response(I, J));
  To.insert(To.end(), From.SourceResponse.begin(), From.SourceResponse.end());
  To.push_back(From.TotalSource);
}

static void unpack(Upscaled &To, const double *From) {
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < 3; ++J)
      To.Response(I, J) = *From++;
  for (double &Response : To.SourceResponse)
    Response = *From++;
  To.TotalSource = *From;
}

void Simulation::addOfOthers() {
  std::vector<double> Own;
  if (!Sharing.isFirst())
    for (const LocalProblem &Local : Locals)
      pack(Own, Local.upscaled());
  const std::vector<double> Others = Sharing.gather(Own);
  if (!Sharing.isFirst())
    return;
  Upscaled Its;
  const double *At = Others.data();
  for (int E = last(); E < Coarse.numElements(); ++E) {
    unpack(Its, At);
    Global->add(E, Its);
    At += NumbersOfUpscaled;
  }
}

void Simulation::reduce() {
  if (Sharing.isFirst())
    for (int E = first(); E < last(); ++E)
      Global->add(E, Locals[E].upscaled());
  if (Sharing.size() > 1)
    addOfOthers();
  if (Sharing.isTrueOnAny(Sharing.isFirst() && !Global->solve()))
    throw std::runtime_error("the global problem has no unique solution");
  Global->share(Sharing);
}

void Simulation::post() {
  struct Part {
    SquaredErrors Errors;
    std::array<double, 3> Edges;
    std::uint64_t Hash;
  };
  const int Count = Coarse.numElements(), First = first(), Last = last();
  std::vector<Part> Parts(Count);
#pragma omp parallel for
  for (int E = First; E < Last; ++E) {
    const LocalProblem &Local = Locals[E - First];
    const std::vector<double> Values =
        Local.combine(Global->mean(E), Global->fluxes(E));
    const Mesh &Fine = Local.fineMesh();
    Parts[E] = {squaredErrors(Fine, Values), edgeIntegrals(Fine, Values),
                hashBits(Values)};
  }
  if (Sharing.size() > 1) {
    static_assert(sizeof(Part) % sizeof(double) == 0);
    const double *Own = reinterpret_cast<const double *>(Parts.data() + First);
    const std::vector<double> Others = Sharing.gather(
        {Own, Own + (Last - First) * (sizeof(Part) / sizeof(double))});
    if (!Sharing.isFirst())
      return;
    std::memcpy(Parts.data() + Last, Others.data(), Others.size() * sizeof(double));
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
