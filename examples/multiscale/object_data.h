//===- object_data.h - Anomaly 3: data = data * other -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:  multiply() and add() write `Data = Data * Other`: the product is a
//          new object, hence a new heap block of 16 bytes, and the old block is
//          freed.
// Repair:  they write `Data *= Other`, which works in the block that is there.
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_OBJECT_DATA_H
#define MULTISCALE_OBJECT_DATA_H

#include <vector>

namespace multiscale {

/// A position, gradient or (diagonal) tensor at one point. It has as many
/// components as space has dimensions; products are taken component by
/// component.
class ObjectData {
public:
  explicit ObjectData(int Dimension) : Values(Dimension) {}

  double &operator[](int I) { return Values[I]; }
  double operator[](int I) const { return Values[I]; }

  ObjectData &operator*=(const ObjectData &Other);
  ObjectData &operator*=(double Factor);
  ObjectData &operator+=(const ObjectData &Other);

private:
  std::vector<double> Values;
};

ObjectData operator*(const ObjectData &Left, const ObjectData &Right);
ObjectData operator*(const ObjectData &Left, double Right);
ObjectData operator+(const ObjectData &Left, const ObjectData &Right);

#ifdef MULTISCALE_INPLACE

template <class T> void multiply(ObjectData &Data, const T &Other) {
  Data *= Other;
}

inline void add(ObjectData &Data, const ObjectData &Other) { Data += Other; }

#else

template <class T> void multiply(ObjectData &Data, const T &Other) {
  Data = Data * Other;
}

inline void add(ObjectData &Data, const ObjectData &Other) {
  Data = Data + Other;
}

#endif

} // namespace multiscale

#endif // MULTISCALE_OBJECT_DATA_H
