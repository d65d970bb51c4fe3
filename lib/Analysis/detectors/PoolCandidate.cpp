//===- PoolCandidate.cpp - many equal blocks that stay --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ten thousand blocks of one size, or more, lived when the heap was largest.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectPoolCandidate(const BlockGroup &L,
                                                   const FindingContext &C) {
  constexpr uint64_t Many = 10000;
  constexpr double Share = 0.9;
  const LifetimeSum &S = L.Sum;
  auto [Size, OfThatSize] = L.commonSize();
  if (S.AtPeak.Allocations < Many ||
      double(OfThatSize) < Share * double(S.Allocated.Allocations))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = S.AtPeak.Allocations;
  F.SavedBytes = S.extraAtPeak();
  F.Evidence = formatv("{0:N} blocks at the peak, nine of ten of {1:N} bytes",
                       S.AtPeak.Allocations, Size)
                   .str();
  return F;
}

} // namespace anomalloc
