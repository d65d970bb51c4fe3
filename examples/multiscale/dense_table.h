//===- dense_table.h - Anomaly 2: vectors of vectors ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:  NestedTable, a std::vector<std::vector<double>>: one heap block for
//          each row. Nearly all our rows have three entries: 24 bytes.
// Repair:  FlatTable, one block for the whole matrix.
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_DENSE_TABLE_H
#define MULTISCALE_DENSE_TABLE_H

#include <cstddef>
#include <vector>

namespace multiscale {

class NestedTable {
public:
  NestedTable(int NumRows, int NumCols)
      : Rows(NumRows, std::vector<double>(NumCols)) {}

  double &operator()(int Row, int Col) { return Rows[Row][Col]; }
  double operator()(int Row, int Col) const { return Rows[Row][Col]; }

private:
  std::vector<std::vector<double>> Rows;
};

class FlatTable {
public:
  FlatTable(int NumRows, int NumCols)
      : NumCols(NumCols), Values(std::size_t(NumRows) * NumCols) {}

  double &operator()(int Row, int Col) { return Values[Row * NumCols + Col]; }
  double operator()(int Row, int Col) const {
    return Values[Row * NumCols + Col];
  }

private:
  std::size_t NumCols;
  std::vector<double> Values;
};

#ifdef MULTISCALE_FLAT
using DenseTable = FlatTable;
#else
using DenseTable = NestedTable;
#endif

} // namespace multiscale

#endif // MULTISCALE_DENSE_TABLE_H
