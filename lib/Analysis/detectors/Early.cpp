//===- Early.cpp - made long before the first use -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks at the peak, of one MiB and a twentieth of the heap or more, that
/// nobody accessed in the first nine tenths of their lives. Whether the peak
/// fell into that part of their lives is not known, so nothing is claimed as
/// saved.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"

namespace anomalloc {

std::optional<MeasuredAnomaly> detectEarly(const BlockGroup &L,
                                           const FindingContext &C) {
  return findAtPeak(L, C, AccessEvidence::Counters::Early,
                    "were not used in the first nine tenths of their lives");
}

} // namespace anomalloc
