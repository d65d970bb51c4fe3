//===- ShortLived.cpp - blocks that hardly lived --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nine of ten blocks were freed by the thread that made them before the
/// process had allocated 4 KiB more: the value could have lived where it was
/// needed.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectShortLived(const BlockGroup &L,
                                                const FindingContext &C) {
  constexpr uint64_t Limit = 4095;
  constexpr double Share = 0.9;
  const LifetimeSum &S = L.Sum;
  uint64_t Short = S.freedWithin(Limit);
  uint64_t Own = Short - std::min(Short, S.FreedElsewhere);
  if (!C.isFrequent(Own) ||
      double(Own) < Share * double(S.Allocated.Allocations))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = Own;
  F.Evidence =
      formatv("{0:N} of {1:N} blocks were freed before 4 KiB more were "
              "allocated, {2:N} before anything else was",
              Own, S.Allocated.Allocations, S.Temporary)
          .str();
  return F;
}

} // namespace anomalloc
