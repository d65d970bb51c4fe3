//===- EmptyBlocks.cpp - blocks without a byte ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// At least half of the blocks were asked for with the size 0. Each still is a
/// block of its own: malloc(0) may return a unique pointer (C17 7.22.3), and
/// operator new must (C++17 [basic.stc.dynamic.allocation]).
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectEmptyBlocks(const BlockGroup &L,
                                                 const FindingContext &C) {
  auto Empty = L.Sizes.find(0);
  if (Empty == L.Sizes.end() || !C.isFrequent(Empty->second) ||
      Empty->second < L.Allocated.Allocations - Empty->second)
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = Empty->second;
  F.FromCounts = true;
  F.Evidence = formatv("{0:N} of {1:N} blocks have no byte", Empty->second,
                       L.Allocated.Allocations)
                   .str();
  return F;
}

} // namespace anomalloc
