// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "linear_solver.h"

Vector JacobiPreconditioner::apply(const Vector &residual) const {
  Vector scaled(residual.size());
  for (int i = 0; i < residual.size(); ++i)
    scaled(i) = residual(i) / matrix.diagonal(i);
  return scaled;
}

int conjugateGradients(const LinearOperator &multiply,
                       const Preconditioner &preconditioner, const Vector &b,
                       Vector &x, double tolerance) {
  const double limit = tolerance * b.norm();
  x.setZero();
  Vector r = b;
  Vector p(b.size());

  double previous = 1;
  int iteration = 0;
  while (r.norm() > limit && iteration < 10 * b.size()) {
    ++iteration;

    const Vector z = preconditioner.apply(r);
    double current = r.dot(z);
    p.scaleAndAdd(iteration == 1 ? 0 : current / previous, z);
    previous = current;

    const Vector q = multiply(p);
    double alpha = current / p.dot(q);

    x = x + alpha * p;

    r.add(-alpha, q);
  }
  return iteration;
}
