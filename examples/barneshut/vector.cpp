//===- vector.cpp - Three numbers on the heap -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "vector.h"

namespace barneshut {

VectorPtr operator-(const Vector &A, const Vector &B) {
  auto Result = std::make_unique<Vector>();
  for (std::size_t I = 0; I != A.size(); ++I)
    (*Result)[I] = A[I] - B[I];
  return Result;
}

VectorPtr operator*(const Vector &A, double Factor) {
  auto Result = std::make_unique<Vector>();
  for (std::size_t I = 0; I != A.size(); ++I)
    (*Result)[I] = A[I] * Factor;
  return Result;
}

double dot(const Vector &A, const Vector &B) {
  double Sum = 0;
  for (std::size_t I = 0; I != A.size(); ++I)
    Sum += A[I] * B[I];
  return Sum;
}

} // namespace barneshut
