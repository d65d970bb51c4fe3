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
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly>
detectPinnedPerTransfer(const BlockGroup &L, const FindingContext &C) {
  if (L.Space != MemorySpace::Pinned || !L.Depth ||
      !C.isFrequentOnDevice(L.Allocated.Allocations))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = L.Allocated.Allocations;
  F.FromCounts = true;
  F.Evidence = formatv("{0:N} blocks, {1:N} bytes, made in a loop; the kernel "
                       "locks the pages of each",
                       L.Allocated.Allocations, L.Allocated.Bytes)
                   .str();
  return F;
}

} // namespace anomalloc
