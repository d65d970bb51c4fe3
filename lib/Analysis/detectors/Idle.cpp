//===- Idle.cpp - kept long after the last use ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks at the peak, of one MiB and a twentieth of the heap or more, that
/// nobody accessed in the last nine tenths of their lives:
/// \code
///   made          last use                            the peak     freed
///     |---- 1/10 ----|------------- not used --------------|---------|
/// \endcode
/// If the clock goes on for nine tenths of a block's life at most after the
/// peak, the block was not used any more at the peak.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessFindings.h"

namespace anomalloc {

std::optional<MeasuredAnomaly> detectIdle(const BlockGroup &L,
                                          const FindingContext &C) {
  return findNotUsed(L, C, AccessEvidence::Counters::Idle, "last nine tenths",
                     C.Lifetimes.mostAfterPeak());
}

} // namespace anomalloc
