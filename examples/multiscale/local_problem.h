//===- local_problem.h - Inside one coarse triangle -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inside a coarse triangle T, with the flux l_i through each of its edges taken
// as constant, the solution is
//
//   u = mean + l_0 t_0 + l_1 t_1 + l_2 t_2 + t_f.
//
// t_i answers a unit flux through edge i and t_f the source; each has mean zero
// and comes from a Neumann problem on a fine mesh of T.
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_LOCAL_PROBLEM_H
#define MULTISCALE_LOCAL_PROBLEM_H

#include "dense_table.h"
#include "element.h"
#include "mesh.h"

#include <array>
#include <vector>

namespace multiscale {

/// What the global problem has to know of a local one.
struct Upscaled {
  /// (i, j) is the integral of t_j over edge i.
  DenseTable Response{3, 3};
  /// The integral of t_f over each edge.
  std::array<double, 3> SourceResponse{};
  /// The integral of f over the triangle.
  double TotalSource = 0;
};

class LocalProblem {
public:
  /// Keeps \p Coarse: here a triangle apart from its mesh is what we want.
  LocalProblem(Element Coarse, int FineSize);

  /// Solves for t_0, t_1, t_2 and t_f. Different problems may be solved by
  /// different threads at the same time. \returns false if the matrix could not
  /// be factorized.
  bool solve();

  const Upscaled &upscaled() const { return Coefficients; }
  const Mesh &fineMesh() const { return Fine; }

  /// The values of u at the nodes of the fine mesh, once the global problem has
  /// said what the mean and the outward \p Fluxes are.
  std::vector<double> combine(double Mean,
                              const std::array<double, 3> &Fluxes) const;

private:
  Element Coarse;
  int FineSize;
  Mesh Fine;
  /// A row for each node: t_0, t_1, t_2.
  DenseTable Basis{0, 3};
  /// t_f at each node.
  std::vector<double> Particular;
  Upscaled Coefficients;
};

} // namespace multiscale

#endif // MULTISCALE_LOCAL_PROBLEM_H
