// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_NEWTON_H
#define FEM_NEWTON_H

#include "assembler.h"

#include <vector>

/// Displacements that are given, at some unknowns.
struct Supports {
  std::vector<int> dofs;
  std::vector<double> values;
};

/// Iterates until the forces at free unknowns vanish.
class Newton {
public:
  Newton(const Assembler &assembler, EventLog &log, double tolerance,
         int maxIterations)
      : assembler(assembler), log(log), tolerance(tolerance),
        maxIterations(maxIterations) {}

  /// False: not converged, and `u` is wherever it got to.
  bool solve(Vector &u, const Supports &supports, double load) const;

private:
  const Assembler &assembler;
  EventLog &log;
  double tolerance;
  int maxIterations;
};

#endif
