// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_VECTOR_H
#define FEM_VECTOR_H

#include <algorithm>
#include <cmath>
#include <vector>

/// A vector of doubles, sized at run time.
class Vector {
public:
  Vector() {}
  explicit Vector(int size) : values(size, 0.0) {}
  Vector(const Vector &other) : values(other.values) {}
  Vector &operator=(const Vector &other) {
    if (this != &other)
      values = other.values;
    return *this;
  }

  int size() const { return int(values.size()); }
  double &operator()(int i) { return values[i]; }
  double operator()(int i) const { return values[i]; }

  void setZero() { values.assign(values.size(), 0.0); }

  /// Adds a multiple of another vector.
  void add(double factor, const Vector &other) {
    for (int i = 0; i < size(); ++i)
      values[i] += factor * other.values[i];
  }

  /// Scales this one, and adds another.
  void scaleAndAdd(double factor, const Vector &other) {
    for (int i = 0; i < size(); ++i)
      values[i] = factor * values[i] + other.values[i];
  }

  double dot(const Vector &other) const {
    double sum = 0;
    for (int i = 0; i < size(); ++i)
      sum += values[i] * other.values[i];
    return sum;
  }

  double norm() const { return std::sqrt(dot(*this)); }

private:
  std::vector<double> values;
};

inline Vector operator+(const Vector &a, const Vector &b) {
  Vector sum(a.size());
  for (int i = 0; i < a.size(); ++i)
    sum(i) = a(i) + b(i);
  return sum;
}

inline Vector operator*(double factor, const Vector &a) {
  Vector scaled(a.size());
  for (int i = 0; i < a.size(); ++i)
    scaled(i) = factor * a(i);
  return scaled;
}

/// The largest absolute value of a container's entries.
template <class Container> double maxAbs(Container values) {
  double largest = 0;
  for (const auto &value : values)
    largest = std::max(largest, std::abs(value));
  return largest;
}

#endif
