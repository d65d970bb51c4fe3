//===- CrossThreadFree.cpp - made here, freed there -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most blocks were freed by another thread than the one that made them: their
/// memory wanders between the caches of threads, and allocators take locks.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectCrossThreadFree(const BlockGroup &L,
                                                     const FindingContext &C) {
  const LifetimeSum &S = L.Sum;
  if (!C.isFrequent(S.FreedElsewhere) ||
      S.FreedElsewhere < S.Freed.Allocations / 2)
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = S.FreedElsewhere;
  F.Evidence = formatv("another thread freed {0:N} of {1:N} blocks",
                       S.FreedElsewhere, S.Freed.Allocations)
                   .str();
  return F;
}

} // namespace anomalloc
