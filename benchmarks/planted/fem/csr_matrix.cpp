// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "csr_matrix.h"

#include <map>
#include <numeric>
#include <utility>

CsrMatrix::CsrMatrix(int size, const std::vector<Triplet> &triplets) {
  std::vector<int> ends(size + 1, 0);
  for (const Triplet &triplet : triplets)
    ++ends[triplet.row + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<std::pair<int, double>> sorted(triplets.size());
  for (const Triplet &triplet : triplets)
    sorted[ends[triplet.row]++] = {triplet.column, triplet.value};

  starts.reserve(size + 1);
  starts.push_back(0);
  columns.reserve(triplets.size());
  values.reserve(triplets.size());
  for (int i = 0; i < size; ++i) {
    std::map<int, double> merged;
    for (int k = i == 0 ? 0 : ends[i - 1]; k < ends[i]; ++k)
      merged[sorted[k].first] += sorted[k].second;
    for (const auto &entry : merged) {
      columns.push_back(entry.first);
      values.push_back(entry.second);
    }
    starts.push_back(int(columns.size()));
  }
}

double CsrMatrix::diagonal(int row) const {
  for (int k = starts[row]; k < starts[row + 1]; ++k)
    if (columns[k] == row)
      return values[k];
  return 0;
}

Vector CsrMatrix::multiply(const Vector &x) const {
  Vector y(size());
  addProduct(1, x, y);
  return y;
}

void CsrMatrix::addProduct(double factor, const Vector &x, Vector &y) const {
  for (int i = 0; i < size(); ++i)
    for (int k = starts[i]; k < starts[i + 1]; ++k)
      y(i) += factor * values[k] * x(columns[k]);
}

void CsrMatrix::constrain(const std::vector<int> &unknowns) {
  bool *fixed = new bool[size()]();
  for (int unknown : unknowns)
    fixed[unknown] = true;

  for (int i = 0; i < size(); ++i)
    for (int k = starts[i]; k < starts[i + 1]; ++k)
      if (fixed[i] || fixed[columns[k]])
        values[k] = columns[k] == i ? 1 : 0;
  delete[] fixed;
}
