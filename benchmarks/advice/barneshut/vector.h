//===- vector.h - Three numbers in pools ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BARNESHUT_VECTOR_H
#define BARNESHUT_VECTOR_H

#include <slots.h>

#include <algorithm>
#include <cstddef>
#include <memory>

namespace barneshut {

/// examples/barneshut/vector.h, after advice: a pool of 16 bytes for the
/// object, and one of 24 bytes for the numbers. Threads free blocks that others
/// made only at the end of a run; such a block changes its pool.
///
/// A vector as programs have it in languages where each object lives on the
/// heap: one block of 16 bytes for the object, one of 24 bytes for the numbers.
/// Each operator makes a new vector: vector.cpp has them, since a compiler that
/// sees into them may leave out a vector that nobody keeps.
class Vector {
public:
  Vector()
      : Numbers(static_cast<double *>(NumbersPool::take())), Size(Dimensions) {
    std::fill_n(Numbers.get(), Dimensions, 0.0);
  }

  static void *operator new(std::size_t) { return ObjectPool::take(); }
  static void operator delete(void *Block) { ObjectPool::give(Block); }

  std::size_t size() const { return Size; }
  double operator[](std::size_t I) const { return Numbers[I]; }
  double &operator[](std::size_t I) { return Numbers[I]; }

  void add(const Vector &Other) {
    for (std::size_t I = 0; I != Size; ++I)
      Numbers[I] += Other[I];
  }

private:
  static constexpr std::size_t Dimensions = 3;

  using ObjectPool = Slots<16>;
  using NumbersPool = Slots<Dimensions * sizeof(double)>;
  struct Giver {
    void operator()(double *Block) const { NumbersPool::give(Block); }
  };

  std::unique_ptr<double[], Giver> Numbers;
  std::size_t Size;
};

using VectorPtr = std::unique_ptr<Vector>;

VectorPtr operator-(const Vector &A, const Vector &B);
VectorPtr operator*(const Vector &A, double Factor);
double dot(const Vector &A, const Vector &B);

} // namespace barneshut

#endif // BARNESHUT_VECTOR_H
