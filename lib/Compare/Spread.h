//===- Spread.h - what varies by itself -------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_SPREAD_H
#define ANOMALLOC_COMPARE_SPREAD_H

#include <algorithm>
#include <cstdint>

namespace anomalloc {

/// The least and the most of one number in repeated runs.
struct Spread {
  uint64_t Least = 0, Most = 0;
  /// Some runs are samples: Least and Most are ends of their 95 % intervals.
  bool IsEstimated = false;

  static Spread of(uint64_t Number) { return {Number, Number}; }
  void add(uint64_t Number) {
    Least = std::min(Least, Number);
    Most = std::max(Most, Number);
  }
  bool varies() const { return Least != Most; }
  uint64_t width() const { return Most - Least; }
  bool operator==(const Spread &Other) const {
    return Least == Other.Least && Most == Other.Most;
  }
};

/// The distance between two ranges; 0 if they overlap.
inline uint64_t gapBetween(const Spread &A, const Spread &B) {
  if (A.Most < B.Least)
    return B.Least - A.Most;
  return B.Most < A.Least ? A.Least - B.Most : 0;
}

enum class Difference : uint8_t {
  Same,    ///< In all runs.
  Varies,  ///< By itself, as far as the runs tell.
  Changed, ///< By more than either side varies by itself.
};

/// A change is a gap that is wider than the range of either side. A narrower
/// gap may be chance, because a few runs show only a part of how a number
/// varies. If there are estimates, any gap is a change: their intervals show how
/// far they vary. With one run each, or if neither side varies, any difference is a
/// change.
inline Difference compare(const Spread &Base, const Spread &New) {
  const uint64_t Chance = Base.IsEstimated || New.IsEstimated
                              ? 0
                              : std::max(Base.width(), New.width());
  if (gapBetween(Base, New) > Chance)
    return Difference::Changed;
  return Base == New && !Base.varies() ? Difference::Same : Difference::Varies;
}

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_SPREAD_H
