//===- random.h - Numbers that are the same everywhere ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EXAMPLES_COMMON_RANDOM_H
#define EXAMPLES_COMMON_RANDOM_H

#include <cstdint>

namespace examples {

/// Random numbers by the method splitmix64. Each machine and each library gives
/// the same ones, unlike the distributions of the standard library.
class Random {
public:
  explicit Random(std::uint64_t Seed) : State(Seed) {}

  std::uint64_t next() {
    State += 0x9e3779b97f4a7c15;
    std::uint64_t Z = State;
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    return Z ^ (Z >> 31);
  }
  /// From 0 to \p Limit - 1.
  std::uint64_t below(std::uint64_t Limit) { return next() % Limit; }
  /// From 0 to 1, without 1.
  double unit() { return double(next() >> 11) / double(1ull << 53); }
  double between(double Low, double High) {
    return Low + (High - Low) * unit();
  }

private:
  std::uint64_t State;
};

} // namespace examples

#endif // EXAMPLES_COMMON_RANDOM_H
