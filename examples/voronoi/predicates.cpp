//===- predicates.cpp - Where points lie, exactly -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "predicates.h"

namespace voronoi {
namespace {

__extension__ typedef __int128 Wide;

/// A point, seen from another one.
struct Way {
  Way(const Place &From, const Place &To)
      : X(std::int64_t(To.X - From.X)), Y(std::int64_t(To.Y - From.Y)) {}

  std::int64_t length2() const { return X * X + Y * Y; }

  std::int64_t X, Y;
};

std::int64_t cross(const Way &A, const Way &B) { return A.X * B.Y - A.Y * B.X; }

} // namespace

bool turnsLeft(const Place &A, const Place &B, const Place &C) {
  return cross({A, B}, {A, C}) > 0;
}

bool isInCircle(const Place &A, const Place &B, const Place &C,
                const Place &D) {
  const Way ToA(D, A), ToB(D, B), ToC(D, C);
  return Wide(ToA.length2()) * cross(ToB, ToC) +
             Wide(ToB.length2()) * cross(ToC, ToA) +
             Wide(ToC.length2()) * cross(ToA, ToB) >
         0;
}

Place centreOf(const Place &A, const Place &B, const Place &C) {
  const Way ToB(A, B), ToC(A, C);
  const double Twice = 2 * double(cross(ToB, ToC));
  const double B2 = double(ToB.length2()), C2 = double(ToC.length2());
  Place Result;
  Result.X = A.X + (double(ToC.Y) * B2 - double(ToB.Y) * C2) / Twice;
  Result.Y = A.Y + (double(ToB.X) * C2 - double(ToC.X) * B2) / Twice;
  return Result;
}

} // namespace voronoi
