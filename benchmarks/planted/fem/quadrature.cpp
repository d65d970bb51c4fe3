// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "quadrature.h"

#include <cmath>
#include <stdexcept>

std::vector<QuadraturePoint> gaussRule(int pointsPerSide) {
  if (pointsPerSide != 2)
    throw std::invalid_argument("only the rule of 2 x 2 points is known");
  const double a = 1 / std::sqrt(3.0);
  return {{-a, -a, 1}, {a, -a, 1}, {a, a, 1}, {-a, a, 1}};
}

const std::vector<QuadraturePoint> &edgeRule() {
  static const std::vector<QuadraturePoint> rule = {{-1 / std::sqrt(3.0), 0, 1},
                                                    {1 / std::sqrt(3.0), 0, 1}};
  return rule;
}
