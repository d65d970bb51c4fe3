//===- predicates.h - Where points lie, exactly -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef VORONOI_PREDICATES_H
#define VORONOI_PREDICATES_H

#include "points.h"

namespace voronoi {

// The coordinates are whole numbers of 26 bits: the results have less than 128
// bits, so they are exact.

/// Whether the way from \p A over \p B to \p C turns to the left.
bool turnsLeft(const Place &A, const Place &B, const Place &C);

/// Whether \p D is inside of the circle through \p A, \p B and \p C, which turn
/// to the left.
bool isInCircle(const Place &A, const Place &B, const Place &C, const Place &D);

/// The point that has the same distance from all three, rounded.
Place centreOf(const Place &A, const Place &B, const Place &C);

} // namespace voronoi

#endif // VORONOI_PREDICATES_H
