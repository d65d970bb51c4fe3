//===- global_problem.h - What glues the local ones -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unknowns: the flux through each edge of the coarse mesh, and the mean of the
// solution on each coarse triangle. Equations: across each edge the solution is
// continuous on average (or equal to the boundary value), and out of each
// triangle flows what its source produces.
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_GLOBAL_PROBLEM_H
#define MULTISCALE_GLOBAL_PROBLEM_H

#include "local_problem.h"
#include "mesh.h"
#include "ranks.h"

#include <Eigen/SparseCore>
#include <array>
#include <vector>

namespace multiscale {

class GlobalProblem {
public:
  explicit GlobalProblem(const Mesh &Coarse);

  int numEquations() const { return static_cast<int>(Load.size()); }

  /// Adds the equations of coarse element \p E. Call it in a fixed order: the
  /// order of a sum decides its last bits.
  void add(int E, const Upscaled &Local);

  /// \returns false if the matrix is singular.
  bool solve();

  /// The first rank, which solved it, tells all others the solution.
  void share(const Ranks &Sharing);

  /// The integral of the given solution over edge \p I: zero inside the domain.
  double boundaryIntegral(int I) const;

  /// The mean of the solution on coarse element \p E.
  double mean(int E) const { return Solution[meanIndex(E)]; }

  /// The fluxes into coarse element \p E through its three edges.
  std::array<double, 3> fluxes(int E) const;

private:
  int meanIndex(int E) const { return Coarse.numEdges() + E; }

  const Mesh &Coarse;
  std::vector<Eigen::Triplet<double>> Entries;
  Eigen::VectorXd Load;
  Eigen::VectorXd Solution;
};

} // namespace multiscale

#endif // MULTISCALE_GLOBAL_PROBLEM_H
