// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_QUADRATURE_H
#define FEM_QUADRATURE_H

#include <vector>

struct QuadraturePoint {
  double xi;
  double eta;
  double weight;
};

/// Gauss points of the square [-1, 1] x [-1, 1].
std::vector<QuadraturePoint> gaussRule(int pointsPerSide);

/// Gauss points of the edge [-1, 1].
const std::vector<QuadraturePoint> &edgeRule();

#endif
