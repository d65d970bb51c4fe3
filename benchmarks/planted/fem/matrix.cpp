// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "matrix.h"

#include <algorithm>

Matrix::Matrix(int rows, int columns)
    : numRows(rows), numColumns(columns), entries(new double[rows * columns]) {
  std::fill(entries, entries + rows * columns, 0.0);
}

Matrix::Matrix(const Matrix &other)
    : numRows(other.numRows), numColumns(other.numColumns),
      entries(new double[other.numRows * other.numColumns]) {
  std::copy(other.entries, other.entries + numRows * numColumns, entries);
}

Matrix &Matrix::operator=(const Matrix &other) {
  if (this == &other)
    return *this;
  if (numRows * numColumns != other.numRows * other.numColumns) {
    double *larger = new double[other.numRows * other.numColumns];
    delete[] entries;
    entries = larger;
  }
  numRows = other.numRows;
  numColumns = other.numColumns;
  std::copy(other.entries, other.entries + numRows * numColumns, entries);
  return *this;
}

Matrix::~Matrix() { delete[] entries; }

Matrix Matrix::transposed() const {
  Matrix result(numColumns, numRows);
  for (int i = 0; i < numRows; ++i)
    for (int j = 0; j < numColumns; ++j)
      result(j, i) = (*this)(i, j);
  return result;
}

Matrix operator+(const Matrix &a, const Matrix &b) {
  Matrix sum(a.rows(), a.columns());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.columns(); ++j)
      sum(i, j) = a(i, j) + b(i, j);
  return sum;
}

Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix product(a.rows(), b.columns());
  for (int i = 0; i < a.rows(); ++i)
    for (int k = 0; k < a.columns(); ++k)
      for (int j = 0; j < b.columns(); ++j)
        product(i, j) += a(i, k) * b(k, j);
  return product;
}

Matrix operator*(double factor, const Matrix &a) {
  Matrix scaled(a.rows(), a.columns());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.columns(); ++j)
      scaled(i, j) = factor * a(i, j);
  return scaled;
}

Vector operator*(const Matrix &a, const Vector &x) {
  Vector product(a.rows());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.columns(); ++j)
      product(i) += a(i, j) * x(j);
  return product;
}
