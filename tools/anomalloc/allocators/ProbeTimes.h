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
  /// How many blocks of \p Size bytes a round has. 0 if the question has no
  /// answer for this size.
  unsigned (*Blocks)(uint64_t Size);
  /// How long a round of \p Blocks blocks takes, in nanoseconds. 0 if the
  /// blocks cannot be had.
  uint64_t (*Round)(uint64_t Size, unsigned Blocks);
  unsigned Rounds; ///< The fastest one counts: disturbances only add time.
  /// Whether the answer is a lower bound, and is rounded down. Otherwise it is
  /// rounded up.
  bool IsLeast;
};

/// The question \p Name; null if there is none.
const TimeQuestion *findTimeQuestion(const char *Name);

/// Prints "SIZE NANOSECONDS" for one block. Prints nothing if there is no
/// answer.
void printTime(const TimeQuestion &Q, uint64_t Size);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBETIMES_H
