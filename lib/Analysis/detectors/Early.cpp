//===- Early.cpp - made long before the first use -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks at the peak, of one MiB and a twentieth of the heap or more, that
/// nobody accessed in the first nine tenths of their lives. If the clock went
/// up to the peak for nine tenths of a block's life at most, the block was not
/// used yet at the peak.
///
/// A program that makes all its memory and then computes with it looks like
/// that, too: the clock stands still while it computes. To make a block later
/// would save nothing there, as nothing is freed meanwhile. Such a program has
/// allocated little more than what lives at the peak.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessFindings.h"

namespace anomalloc {

std::optional<MeasuredAnomaly> detectEarly(const BlockGroup &L,
                                           const FindingContext &C) {
  if (C.Lifetimes.All.Allocated.Bytes / 2 < C.Lifetimes.All.AtPeak.Bytes)
    return std::nullopt;
  return findNotUsed(L, C, AccessEvidence::Counters::Early, "first nine tenths",
                     C.Lifetimes.mostUpToPeak());
}

} // namespace anomalloc
