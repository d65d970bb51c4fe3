//===- ProbeRounds.h - what rounds of the probe share -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBEROUNDS_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBEROUNDS_H

#include <stdint.h>
#include <time.h>

namespace anomalloc {

/// The time on \p Clock, in nanoseconds.
inline uint64_t timeOn(clockid_t Clock) {
  timespec Time;
  clock_gettime(Clock, &Time);
  return uint64_t(Time.tv_sec) * 1000000000 + uint64_t(Time.tv_nsec);
}

/// The index that follows \p I in an order that a machine cannot foresee. The
/// order has each of \p Number blocks once. It comes from a linear congruential
/// generator with the period \p Number, which must be a power of two.
inline unsigned after(unsigned I, unsigned Number) {
  return (I * 1664525 + 1) % Number;
}

/// The \p I-th of sizes that vary without a pattern. Each is at least 1 and
/// less than twice \p Size.
inline uint64_t mixed(uint64_t Size, unsigned I) {
  uint64_t Scattered = (I + 1) * UINT64_C(0x9e3779b97f4a7c15);
  return 1 + (Scattered >> 32) % (2 * Size - 1);
}

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBEROUNDS_H
