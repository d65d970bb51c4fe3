//===- PinnedPerTransfer.cpp - page-locked memory in a loop --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Page-locked memory was made in a loop, as for one transfer each. To lock its
/// pages takes the kernel longer than most transfers.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"

namespace anomalloc {

std::optional<MeasuredAnomaly>
detectPinnedPerTransfer(const BlockGroup &L, const FindingContext &C) {
  if (L.Space != MemorySpace::Pinned)
    return std::nullopt;
  return C.findInLoop(L, "the kernel locks the pages of each");
}

} // namespace anomalloc
