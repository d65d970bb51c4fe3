//===- local_assembly.h - The equations of a local problem ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_LOCAL_ASSEMBLY_H
#define MULTISCALE_LOCAL_ASSEMBLY_H

#include "fespace.h"
#include "mesh.h"

#include <Eigen/SparseCore>

namespace multiscale {

/// The matrix and the integrals a local problem is made of. The rows of the
/// vectors are nodes; those of the matrix are unknowns.
struct LocalSystem {
  Eigen::SparseMatrix<double> Stiffness;
  /// Integrals of each shape function: over the edges 0, 1 and 2 of the coarse
  /// triangle, and against f (column 3).
  Eigen::MatrixXd Loads;
  /// Integrals of each shape function over the coarse triangle.
  Eigen::VectorXd Mass;
};

LocalSystem assemble(const Mesh &Fine, const FiniteElementSpace &Space);

} // namespace multiscale

#endif // MULTISCALE_LOCAL_ASSEMBLY_H
