//===- ProbeTimes.h - how long blocks take --------------------- -*- C++
//-*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBETIMES_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBETIMES_H

#include <stdint.h>

namespace anomalloc {

/// A question that is answered in nanoseconds.
struct TimeQuestion {
  const char *Name;
  /// How many blocks of \p Size bytes a round has; 0: it has no answer.
  unsigned (*Blocks)(uint64_t Size);
  /// Nanoseconds of a round of \p Blocks; 0 if they cannot be had.
  uint64_t (*Round)(uint64_t Size, unsigned Blocks);
  unsigned Rounds; ///< The best one counts: what disturbs only takes longer.
  /// The answer is a bound from below: rounded down. Else up.
  bool IsLeast;
};

/// Null: there is no question \p Name.
const TimeQuestion *findTimeQuestion(const char *Name);

/// Prints "SIZE NANOSECONDS" for one block; nothing if there are none.
void printTime(const TimeQuestion &Q, uint64_t Size);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBETIMES_H
