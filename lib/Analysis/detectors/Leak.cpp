//===- Leak.cpp - blocks that were never freed ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The process ended in order and at least a hundred blocks were still there. A
/// few blocks for the whole run are no leak that grows. Neither is what was
/// built up first and stayed: the program's state.
/// \code
///   live  |      ________________________
///         |     /  no more came: state
///         +-----------------------------> allocated
///           ^ before three quarters of all
/// \endcode
/// A program that frees little of what it holds when it ends may need all of it
/// until then. Of lines that freed nothing it cannot be told. Who asks for all
/// leaks is told of each block that lived at the end.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

static bool isState(const BlockGroup &L, const LifetimeTable &T) {
  return !T.Timeline.empty() && T.clockOfPeak() < T.Clock / 4 * 3 &&
         L.Sum.Live.Allocations <= L.Sum.AtPeak.Allocations;
}

/// Whether most of the heap's peak was still there at the end.
static bool keepsItsHeap(const LifetimeTable &T) {
  return T.LiveAtEnd > T.PeakBytes / 2;
}

std::optional<MeasuredAnomaly> detectLeak(const BlockGroup &L,
                                          const FindingContext &C) {
  constexpr uint64_t ManyBlocks = 100;
  const Amount &Live = L.Sum.Live;
  bool IsMuch =
      C.Ended && Live.Allocations >= ManyBlocks && !isState(L, C.Lifetimes);
  if (!IsMuch && !(C.AllLeaks && Live.Allocations))
    return std::nullopt;
  MeasuredAnomaly F;
  F.SavedBytes = Live.Bytes;
  F.Evidence = formatv("{0:N} of {1:N} blocks, {2:N} bytes, lived when the "
                       "{3} ended",
                       Live.Allocations, L.Sum.Allocated.Allocations,
                       Live.Bytes, C.Ended ? "program" : "record")
                   .str();
  if (!L.Sum.Freed.Allocations && keepsItsHeap(C.Lifetimes)) {
    F.Sure = Confidence::Likely;
    F.Evidence += "; so did most of the heap: they may be the program's state";
  }
  return F;
}

} // namespace anomalloc
