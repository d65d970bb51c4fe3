//===- forces.h - Accelerations, by the tree --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BARNESHUT_FORCES_H
#define BARNESHUT_FORCES_H

#include "tree.h"

#include <cstdint>

namespace barneshut {

/// Bodies closer than this hardly attract each other: they cannot collide.
inline constexpr double Softening = 0.05;

/// Sets the acceleration and the potential of all bodies, with \p Threads
/// threads. A cell counts as one body where its width is below \p Theta times
/// its distance. Theta 0: each body attracts each other one by itself. Returns
/// how often something attracted something. The result does not depend on
/// Threads.
std::uint64_t computeForces(const Bodies &All, const Tree &Over, double Theta,
                            int Threads);

} // namespace barneshut

#endif // BARNESHUT_FORCES_H
