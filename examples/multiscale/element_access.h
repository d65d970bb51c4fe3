//===- element_access.h - Anomaly 1: temporary elements ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:  Mesh::operator[] returns an Element by value. Most callers ask it
//          one question and throw it away: three heap blocks (12, 12 and 48
//          bytes) for one integer.
// Repair:  it returns a SurrogateElement, a mesh reference and an index. The
//          interface is the same, so no caller changes.
//
// Mesh::getElem still returns an Element, for those who keep one (see
// LocalProblem).
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_ELEMENT_ACCESS_H
#define MULTISCALE_ELEMENT_ACCESS_H

#include "element.h"

namespace multiscale {

#ifdef MULTISCALE_SURROGATE
using MeshElement = SurrogateElement;
#else
using MeshElement = Element;
#endif

} // namespace multiscale

#endif // MULTISCALE_ELEMENT_ACCESS_H
