//===- local_problem.cpp - Inside one coarse triangle ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "local_problem.h"
#include "fespace.h"
#include "local_assembly.h"

#include <Eigen/SparseCholesky>
#include <utility>

namespace multiscale {

LocalProblem::LocalProblem(Element Coarse, int FineSize)
    : Coarse(std::move(Coarse)), FineSize(FineSize) {}

bool LocalProblem::solve() {
  Fine = Mesh::subdivide(Coarse, FineSize);
  const int NumNodes = Fine.numNodes();
  const double Area = Coarse.area();

  // Only derivatives of u appear, so a constant is free: hold one node at zero,
  // and take the mean away afterwards.
  FiniteElementSpace Space(Fine);
  Space.setEssentialBC(0);
  const LocalSystem System = assemble(Fine, Space);
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> Solver(System.Stiffness);
  if (Solver.info() != Eigen::Success)
    return false;

  // A Neumann problem has a solution if its load sums up to zero. The part that
  // is missing is a uniform source, which the global problem accounts for.
  Eigen::MatrixXd Load(Space.numDofs(), 4);
  std::array<double, 4> Total{};
  for (int Col = 0; Col < 4; ++Col)
    for (int Node = 0; Node < NumNodes; ++Node)
      Total[Col] += System.Loads(Node, Col);
  for (int Node = 0; Node < NumNodes; ++Node)
    if (const int Dof = Space.dofOfNode(Node); Dof >= 0)
      for (int Col = 0; Col < 4; ++Col)
        Load(Dof, Col) =
            System.Loads(Node, Col) - Total[Col] / Area * System.Mass[Node];
  const Eigen::MatrixXd Solution = Solver.solve(Load);

  Basis = DenseTable(NumNodes, 3);
  Particular.resize(NumNodes);
  std::array<double, 4> Mean{};
  for (int Node = 0; Node < NumNodes; ++Node)
    if (const int Dof = Space.dofOfNode(Node); Dof >= 0)
      for (int Col = 0; Col < 4; ++Col)
        Mean[Col] += System.Mass[Node] * Solution(Dof, Col) / Area;
  for (int Node = 0; Node < NumNodes; ++Node) {
    const int Dof = Space.dofOfNode(Node);
    for (int Col = 0; Col < 3; ++Col)
      Basis(Node, Col) = (Dof < 0 ? 0 : Solution(Dof, Col)) - Mean[Col];
    Particular[Node] = (Dof < 0 ? 0 : Solution(Dof, 3)) - Mean[3];
  }

  for (int Node = 0; Node < NumNodes; ++Node)
    for (int I = 0; I < 3; ++I) {
      const double Integral = System.Loads(Node, I);
      for (int J = 0; J < 3; ++J)
        Coefficients.Response(I, J) += Integral * Basis(Node, J);
      Coefficients.SourceResponse[I] += Integral * Particular[Node];
    }
  Coefficients.TotalSource = Total[3];
  return true;
}

std::vector<double>
LocalProblem::combine(double Mean, const std::array<double, 3> &Fluxes) const {
  std::vector<double> Values(Fine.numNodes());
  for (int Node = 0; Node < Fine.numNodes(); ++Node) {
    Values[Node] = Mean + Particular[Node];
    for (int I = 0; I < 3; ++I)
      Values[Node] += Fluxes[I] * Basis(Node, I);
  }
  return Values;
}

} // namespace multiscale
