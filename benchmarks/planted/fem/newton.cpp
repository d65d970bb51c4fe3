// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "newton.h"

#include "linear_solver.h"

#include <cmath>
#include <functional>

bool Newton::solve(Vector &u, const Supports &supports, double load) const {
  for (size_t i = 0; i < supports.dofs.size(); ++i)
    u(supports.dofs[i]) = load * supports.values[i];

  std::vector<char> fixed(u.size(), 0);
  for (int dof : supports.dofs)
    fixed[dof] = 1;
  std::vector<int> freeDofs;
  for (int dof = 0; dof < u.size(); ++dof)
    if (!fixed[dof])
      freeDofs.push_back(dof);

  Vector residual;
  Vector increment(u.size());
  std::vector<double> norms;
  double first = 0;
  for (int iteration = 0; iteration < maxIterations; ++iteration) {
    CsrMatrix k = assembler.stiffness(u);

    residual = Vector(u.size());
    k.addProduct(-1, u, residual);
    double sum = 0;
    for (int dof : freeDofs)
      sum += residual(dof) * residual(dof);
    double norm = std::sqrt(sum);
    norms.push_back(norm);
    if (iteration == 0)
      first = norm;
    if (norm <= tolerance * first)
      return true;

    for (int dof : supports.dofs)
      residual(dof) = 0;
    k.constrain(supports.dofs);

    auto multiply = std::bind(&CsrMatrix::multiply, &k, std::placeholders::_1);
    int steps = conjugateGradients(multiply, JacobiPreconditioner(k), residual,
                                   increment, 1e-10);
    log.add("iterations of conjugate gradients", steps);
    u.add(1, increment);
  }
  return false;
}
