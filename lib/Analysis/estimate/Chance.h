//===- Chance.h - how likely a block is drawn -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ESTIMATE_CHANCE_H
#define ANOMALLOC_ANALYSIS_ESTIMATE_CHANCE_H

#include "anomalloc/Sampling.h"
#include <cmath>

namespace anomalloc {

/// Draws that hit a block of \p Size bytes. Under sampling by bytes a large
/// block may be hit more than once, but is drawn once.
inline double hitsOf(const Sampling &S, uint64_t Size) {
  if (S.Of == Sampling::Count)
    return S.Mean > 1 ? -std::log1p(-1 / double(S.Mean)) : HUGE_VAL;
  return double(Size) / double(S.Mean);
}

/// The chance of a block of \p Size bytes to be drawn.
inline double chanceOf(const Sampling &S, uint64_t Size) {
  return -std::expm1(-hitsOf(S, Size));
}

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ESTIMATE_CHANCE_H
