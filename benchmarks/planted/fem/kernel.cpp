// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel.h"

#include "quadrature.h"

#include <cmath>

std::vector<double> PlaneStrainKernel::shape(double xi, double eta) {
  return {(1 - xi) * (1 - eta) / 4, (1 + xi) * (1 - eta) / 4,
          (1 + xi) * (1 + eta) / 4, (1 - xi) * (1 + eta) / 4};
}

std::vector<std::vector<double>> PlaneStrainKernel::gradients(double xi,
                                                              double eta) {
  std::vector<std::vector<double>> result(2, std::vector<double>(4));
  const double xs[] = {-1, 1, 1, -1};
  const double ys[] = {-1, -1, 1, 1};
  for (int a = 0; a < 4; ++a) {
    result[0][a] = xs[a] * (1 + ys[a] * eta) / 4;
    result[1][a] = ys[a] * (1 + xs[a] * xi) / 4;
  }
  return result;
}

Matrix PlaneStrainKernel::jacobian(const std::vector<Point> &corners, double xi,
                                   double eta) const {
  Matrix result(2, 2);
  const auto slopes = gradients(xi, eta);
  for (int a = 0; a < 4; ++a) {
    for (int i = 0; i < 2; ++i) {
      result(i, 0) += slopes[i][a] * corners[a].x;
      result(i, 1) += slopes[i][a] * corners[a].y;
    }
  }
  return result;
}

/// The inverse of a map of two coordinates.
static FixedMatrix<2, 2> inverse(const Matrix &map, double determinant) {
  FixedMatrix<2, 2> result;
  result(0, 0) = map(1, 1) / determinant;
  result(0, 1) = -map(0, 1) / determinant;
  result(1, 0) = -map(1, 0) / determinant;
  result(1, 1) = map(0, 0) / determinant;
  return result;
}

/// Fills the matrix that takes displacements to strains.
static double strainOperator(const Matrix &jacobian,
                             const std::vector<std::vector<double>> &slopes,
                             Matrix &b) {
  double determinant =
      jacobian(0, 0) * jacobian(1, 1) - jacobian(0, 1) * jacobian(1, 0);
  const FixedMatrix<2, 2> back = inverse(jacobian, determinant);
  for (int a = 0; a < 4; ++a) {
    double dx = back(0, 0) * slopes[0][a] + back(0, 1) * slopes[1][a];
    double dy = back(1, 0) * slopes[0][a] + back(1, 1) * slopes[1][a];
    b(0, 2 * a) = dx;
    b(1, 2 * a + 1) = dy;
    b(2, 2 * a) = dy;
    b(2, 2 * a + 1) = dx;
  }
  return determinant;
}

Matrix PlaneStrainKernel::stiffness(const std::vector<Point> &corners,
                                    const Material &material,
                                    const GaussStates &states,
                                    const Vector &displacements) const {
  Matrix k(8, 8);
  const std::vector<QuadraturePoint> rule = gaussRule(2);

  for (size_t gp = 0; gp < rule.size(); ++gp) {
    const QuadraturePoint &point = rule[gp];

    Matrix b(3, 8);
    double determinant = strainOperator(jacobian(corners, point.xi, point.eta),
                                        gradients(point.xi, point.eta), b);

    Vector eps = b * displacements;

    Matrix d = material.tangent(eps, *states[gp]);
    double weight = point.weight * determinant;

    k = k + weight * (b.transposed() * d * b);
  }
  return k;
}

void PlaneStrainKernel::strain(const std::vector<Point> &corners, double xi,
                               double eta, const Vector &displacements,
                               Matrix &b, Vector &result) const {
  strainOperator(jacobian(corners, xi, eta), gradients(xi, eta), b);
  for (int i = 0; i < 3; ++i) {
    result(i) = 0;
    for (int j = 0; j < 8; ++j)
      result(i) += b(i, j) * displacements(j);
  }
}

double lengthOf(const Mesh &mesh, Side side) {
  const bool upright = side != Side::Bottom;
  double length = 0;
  const std::vector<int> nodes = mesh.boundary(side);
  for (size_t i = 1; i < nodes.size(); ++i) {
    const Point &from = mesh.points()[nodes[i - 1]];
    const Point &to = mesh.points()[nodes[i]];
    for (const QuadraturePoint &point : edgeRule())
      length += point.weight * (upright ? to.y - from.y : to.x - from.x) / 2;
  }
  return length;
}
