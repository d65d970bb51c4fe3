//===- Reusable.cpp - one block would do for all --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks of one size, of which only few ever lived at once: made and freed in
/// turn, as a loop does with a local container. The few would do for all.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectReusable(const BlockGroup &L,
                                              const FindingContext &C) {
  constexpr uint64_t TurnsPerBlock = 1000;
  constexpr double Share = 0.9;
  auto [Size, OfThatSize] = L.commonSize();
  uint64_t All = L.Sum.Allocated.Allocations;
  if (!C.isFrequent(All) || !L.Peak || All / L.Peak < TurnsPerBlock ||
      double(OfThatSize) < Share * double(All))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = OfThatSize - std::min(OfThatSize, L.Peak);
  F.Evidence = formatv("{0:N} blocks of {1:N} bytes in turn, never more than "
                       "{2:N} at once",
                       OfThatSize, Size, L.Peak)
                   .str();
  return F;
}

} // namespace anomalloc
