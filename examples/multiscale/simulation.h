//===- simulation.h - The method, phase by phase ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_SIMULATION_H
#define MULTISCALE_SIMULATION_H

#include "global_problem.h"
#include "local_problem.h"
#include "mesh.h"
#include "ranks.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace multiscale {

struct Results {
  double L2Error = 0;
  double H1Error = 0;
  /// The largest jump of the solution over an edge of the coarse mesh, on
  /// average: rounding apart, the method makes it zero.
  double Jump = 0;
  /// Of all bits of the solution, to tell whether two are the same.
  std::uint64_t Hash = 0;
};

/// Call the phases once each, in this order. They throw std::runtime_error if a
/// system of equations cannot be solved.
class Simulation {
public:
  Simulation(int CoarseSize, int FineSize, const Ranks &Sharing)
      : CoarseSize(CoarseSize), FineSize(FineSize), Sharing(Sharing) {}

  /// Makes the coarse mesh, a local problem for each of this rank's triangles,
  /// and the global problem.
  void split();

  /// Solves the local problems, in parallel.
  void local();

  /// Gathers what they say in the global problem, and solves that, on the first
  /// rank. All ranks know the solution then.
  void reduce();

  /// Combines the two to the solution, and measures its error: the first rank
  /// has the results.
  void post();

  const Mesh &coarseMesh() const { return Coarse; }
  const Mesh &fineMesh() const { return Locals.front().fineMesh(); }
  const GlobalProblem &globalProblem() const { return *Global; }
  /// The diameter of the largest coarse triangle.
  double diameter() const { return Diameter; }

  const Results &results() const { return Final; }

private:
  int first() const { return Sharing.begin(Coarse.numElements()); }
  int last() const { return Sharing.end(Coarse.numElements()); }
  void addOfOthers();

  int CoarseSize;
  int FineSize;
  const Ranks &Sharing;
  Mesh Coarse;
  double Diameter = 0;
  std::optional<GlobalProblem> Global;
  std::vector<LocalProblem> Locals; ///< Of the triangles from first() on.
  Results Final;
};

} // namespace multiscale

#endif // MULTISCALE_SIMULATION_H
