//===- diffusion.cpp - The problem that is solved -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffusion.h"

#include <cmath>

namespace multiscale {
namespace {

constexpr double Pi = 3.14159265358979323846;

/// The waves cos(pi (P x + Q y)) with P and Q below this.
constexpr int NumWaves = 8;

double amplitude(int P, int Q) { return 0.5 / (1 + P * P + Q * Q); }

double logConductivity(double X, double Y) {
  double Sum = 0;
  for (int P = 0; P < NumWaves; ++P)
    for (int Q = 0; Q < NumWaves; ++Q)
      Sum += amplitude(P, Q) * std::cos(Pi * (P * X + Q * Y));
  return Sum;
}

} // namespace

double exactSolution(const ObjectData &Position) {
  const double X = Position[0], Y = Position[1];
  return std::sin(Pi * X) * std::sin(Pi * Y) + X;
}

void exactGradient(const ObjectData &Position, ObjectData &Gradient) {
  const double X = Position[0], Y = Position[1];
  Gradient[0] = Pi * std::cos(Pi * X) * std::sin(Pi * Y) + 1;
  Gradient[1] = Pi * std::sin(Pi * X) * std::cos(Pi * Y);
}

void conductivity(const ObjectData &Position, ObjectData &Tensor) {
  const double C = std::exp(logConductivity(Position[0], Position[1]));
  Tensor[0] = C;
  Tensor[1] = 2 * C;
}

double source(const ObjectData &Position) {
  const double X = Position[0], Y = Position[1];
  double Gx = 0, Gy = 0;
  for (int P = 0; P < NumWaves; ++P)
    for (int Q = 0; Q < NumWaves; ++Q) {
      const double Slope =
          -Pi * amplitude(P, Q) * std::sin(Pi * (P * X + Q * Y));
      Gx += P * Slope;
      Gy += Q * Slope;
    }
  const double Ux = Pi * std::cos(Pi * X) * std::sin(Pi * Y) + 1;
  const double Uy = Pi * std::sin(Pi * X) * std::cos(Pi * Y);
  const double Uxx = -Pi * Pi * std::sin(Pi * X) * std::sin(Pi * Y);
  const double Uyy = Uxx;
  // With c = exp(g), grad c is c grad g.
  const double C = std::exp(logConductivity(X, Y));
  return -C * (Gx * Ux + Uxx + 2 * (Gy * Uy + Uyy));
}

} // namespace multiscale
