// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_LINEAR_SOLVER_H
#define FEM_LINEAR_SOLVER_H

#include "csr_matrix.h"

#include <functional>

class Preconditioner {
public:
  virtual ~Preconditioner() = default;
  virtual Vector apply(const Vector &residual) const = 0;
};

/// Divides by the diagonal.
class JacobiPreconditioner : public Preconditioner {
public:
  explicit JacobiPreconditioner(const CsrMatrix &matrix) : matrix(matrix) {}
  Vector apply(const Vector &residual) const override;

private:
  const CsrMatrix &matrix;
};

using LinearOperator = std::function<Vector(const Vector &)>;

/// Solves A x = b by conjugate gradients; the number of iterations.
int conjugateGradients(const LinearOperator &multiply,
                       const Preconditioner &preconditioner, const Vector &b,
                       Vector &x, double tolerance);

#endif
