//===- diffusion.h - The problem that is solved -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -div(k grad u) = f on the unit square, u given on the boundary. The solution
// is chosen first and f computed from it, so that errors can be measured:
//
//   u = sin(pi x) sin(pi y) + x,   k = diag(c, 2 c),   c = exp(g)
//
// The logarithm g is a sum of waves, the way the permeability of rock is
// modelled. To evaluate it is most of the arithmetic of the local problems.
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_DIFFUSION_H
#define MULTISCALE_DIFFUSION_H

#include "object_data.h"

namespace multiscale {

constexpr int Dimension = 2;

double exactSolution(const ObjectData &Position);
double source(const ObjectData &Position);

/// These write to the object they are given.
void exactGradient(const ObjectData &Position, ObjectData &Gradient);
void conductivity(const ObjectData &Position, ObjectData &Tensor);

} // namespace multiscale

#endif // MULTISCALE_DIFFUSION_H
