//===- post.h - The solution compared to the exact one ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_POST_H
#define MULTISCALE_POST_H

#include "mesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace multiscale {

/// Squares, so that the parts of the domain can be added.
struct SquaredErrors {
  double L2 = 0;
  double H1 = 0;
};

SquaredErrors squaredErrors(const Mesh &Fine,
                            const std::vector<double> &Values);

/// The integrals over the three edges of the coarse triangle.
std::array<double, 3> edgeIntegrals(const Mesh &Fine,
                                    const std::vector<double> &Values);

/// Of every bit of \p Values, and of their order.
std::uint64_t hashBits(const std::vector<double> &Values);

/// One step of FNV-1a, with eight bytes at a time.
inline std::uint64_t mixHash(std::uint64_t Hash, std::uint64_t Bits) {
  return (Hash ^ Bits) * 0x100000001b3;
}

} // namespace multiscale

#endif // MULTISCALE_POST_H
