//===- global_problem.cpp - What glues the local ones ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "global_problem.h"
#include "diffusion.h"

#include <Eigen/SparseLU>

namespace multiscale {

GlobalProblem::GlobalProblem(const Mesh &Coarse) : Coarse(Coarse) {
  Entries.reserve(15 * Coarse.numElements());
  Load.setZero(Coarse.numEdges() + Coarse.numElements());
  for (int I = 0; I < Coarse.numEdges(); ++I)
    Load[I] = boundaryIntegral(I);
}

double GlobalProblem::boundaryIntegral(int I) const {
  const Edge &Side = Coarse.edge(I);
  if (Side.Right >= 0)
    return 0;
  const Point &A = Coarse.node(Side.Nodes[0]), &B = Coarse.node(Side.Nodes[1]);
  ObjectData Position(Dimension);
  double Sum = 0;
  for (int Step = 0; Step <= 2; ++Step) { // Simpson's rule
    Position[0] = A.X + 0.5 * Step * (B.X - A.X);
    Position[1] = A.Y + 0.5 * Step * (B.Y - A.Y);
    Sum += (Step == 1 ? 4 : 1) * exactSolution(Position);
  }
  return Coarse.edgeLength(I) / 6 * Sum;
}

void GlobalProblem::add(int E, const Upscaled &Local) {
  for (int I = 0; I < Coarse[E].numEdges(); ++I) {
    const int Row = Coarse[E].edge(I);
    const double RowSign = Coarse.orientation(E, I);
    for (int J = 0; J < Coarse[E].numEdges(); ++J)
      Entries.emplace_back(Row, Coarse[E].edge(J),
                           RowSign * Coarse.orientation(E, J) *
                               Local.Response(I, J));
    Load[Row] -= RowSign * Local.SourceResponse[I];

    const double Balance = RowSign * Coarse.edgeLength(Row);
    Entries.emplace_back(Row, meanIndex(E), Balance);
    Entries.emplace_back(meanIndex(E), Row, Balance);
  }
  Load[meanIndex(E)] = -Local.TotalSource;
}

bool GlobalProblem::solve() {
  Eigen::SparseMatrix<double> Matrix(numEquations(), numEquations());
  Matrix.setFromTriplets(Entries.begin(), Entries.end());
  // Symmetric, but not definite: the means have no entry on the diagonal.
  Eigen::SparseLU<Eigen::SparseMatrix<double>> Solver(Matrix);
  if (Solver.info() != Eigen::Success)
    return false;
  Solution = Solver.solve(Load);
  return true;
}

void GlobalProblem::share(const Ranks &Sharing) {
  Solution.resize(numEquations());
  Sharing.broadcast(Solution.data(), numEquations());
}

std::array<double, 3> GlobalProblem::fluxes(int E) const {
  std::array<double, 3> Result;
  for (int I = 0; I < 3; ++I)
    Result[I] = Coarse.orientation(E, I) * Solution[Coarse[E].edge(I)];
  return Result;
}

} // namespace multiscale
