// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_MATRIX_H
#define FEM_MATRIX_H

#include "vector.h"

/// A dense matrix, stored by rows.
class Matrix {
public:
  Matrix(int rows, int columns);
  Matrix(const Matrix &other);
  Matrix &operator=(const Matrix &other);
  ~Matrix();

  int rows() const { return numRows; }
  int columns() const { return numColumns; }
  double &operator()(int row, int column) {
    return entries[row * numColumns + column];
  }
  double operator()(int row, int column) const {
    return entries[row * numColumns + column];
  }

  Matrix transposed() const;

private:
  int numRows;
  int numColumns;
  double *entries;
};

Matrix operator+(const Matrix &a, const Matrix &b);
Matrix operator*(const Matrix &a, const Matrix &b);
Matrix operator*(double factor, const Matrix &a);
Vector operator*(const Matrix &a, const Vector &x);

/// A matrix whose size is known when compiling.
template <int Rows, int Columns> struct FixedMatrix {
  double entries[Rows][Columns] = {};

  double &operator()(int row, int column) { return entries[row][column]; }
  double operator()(int row, int column) const { return entries[row][column]; }
};

#endif
