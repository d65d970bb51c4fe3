//===- object_data.cpp - Values at one point ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "object_data.h"

#include <cstddef>

namespace multiscale {

ObjectData &ObjectData::operator*=(const ObjectData &Other) {
  for (std::size_t I = 0; I < Values.size(); ++I)
    Values[I] *= Other.Values[I];
  return *this;
}

ObjectData &ObjectData::operator*=(double Factor) {
  for (double &Value : Values)
    Value *= Factor;
  return *this;
}

ObjectData &ObjectData::operator+=(const ObjectData &Other) {
  for (std::size_t I = 0; I < Values.size(); ++I)
    Values[I] += Other.Values[I];
  return *this;
}

ObjectData operator*(const ObjectData &Left, const ObjectData &Right) {
  ObjectData Result(Left);
  Result *= Right;
  return Result;
}

ObjectData operator*(const ObjectData &Left, double Right) {
  ObjectData Result(Left);
  Result *= Right;
  return Result;
}

ObjectData operator+(const ObjectData &Left, const ObjectData &Right) {
  ObjectData Result(Left);
  Result += Right;
  return Result;
}

} // namespace multiscale
