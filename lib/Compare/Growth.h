//===- Growth.h - how fast something grew -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_GROWTH_H
#define ANOMALLOC_COMPARE_GROWTH_H

#include "Compare/Comparison.h"

namespace anomalloc {

/// Whether the sides of \p C are one process, seen at later and later times.
bool isOverTime(const Comparison &C);

/// By how much \p M of \p R grew in an hour, negative if it shrank: the slope of
/// the straight line that is nearest to all sides (least squares). The sides
/// are over time.
double growthPerHour(const Comparison &C, const ComparedRow &R, Measure M);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_GROWTH_H
