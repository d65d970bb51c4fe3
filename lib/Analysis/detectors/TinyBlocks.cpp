//===- TinyBlocks.cpp - more overhead than content ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// When the heap was largest, the allocator took at least as many bytes around
/// the blocks as they were asked to hold, and that was a hundredth of the heap.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectTinyBlocks(const BlockGroup &L,
                                                const FindingContext &C) {
  constexpr uint64_t LeastBlocks = 100, OneOf = 100;
  const LifetimeSum &S = L.Sum;
  uint64_t Extra = S.extraAtPeak();
  if (S.AtPeak.Allocations < LeastBlocks || Extra < S.AtPeak.Bytes ||
      Extra < C.Lifetimes.All.AtPeak.Bytes / OneOf)
    return std::nullopt;
  MeasuredAnomaly F;
  F.SavedBytes = Extra;
  F.Evidence =
      formatv("{0:N} blocks at the peak hold {1:N} bytes and take {2:N} "
              "more",
              S.AtPeak.Allocations, S.AtPeak.Bytes, Extra)
          .str();
  return F;
}

} // namespace anomalloc
