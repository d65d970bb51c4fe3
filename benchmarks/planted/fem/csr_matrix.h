// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_CSR_MATRIX_H
#define FEM_CSR_MATRIX_H

#include "vector.h"

#include <vector>

struct Triplet {
  int row;
  int column;
  double value;
};

/// A sparse matrix of compressed rows.
class CsrMatrix {
public:
  /// Triplets at the same place add up.
  CsrMatrix(int size, const std::vector<Triplet> &triplets);

  int size() const { return int(starts.size()) - 1; }
  double diagonal(int row) const;

  Vector multiply(const Vector &x) const;
  /// y += factor * A * x
  void addProduct(double factor, const Vector &x, Vector &y) const;

  /// Makes rows and columns of some unknowns those of the identity.
  void constrain(const std::vector<int> &unknowns);

private:
  std::vector<int> starts;
  std::vector<int> columns;
  std::vector<double> values;
};

#endif
