//===- Saturated.h - sums that stop at the largest number -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_SATURATED_H
#define ANOMALLOC_SUPPORT_SATURATED_H

#include "llvm/Support/MathExtras.h"

namespace anomalloc {

inline void addSaturated(uint64_t &Sum, uint64_t More) {
  Sum = llvm::SaturatingAdd(Sum, More);
}

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_SATURATED_H
