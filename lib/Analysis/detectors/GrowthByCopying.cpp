//===- GrowthByCopying.cpp - a container moves as it grows ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each block that took the place of a smaller one, step by step: all that was
/// there is copied, and a block of the final size would have been enough.
///
//===----------------------------------------------------------------------===//

#include "Analysis/Findings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// Of a profile that did not count steps: blocks that realloc gave up, or that
/// growing functions made.
static std::optional<Finding> guessFromSizes(const AllocatingLine &L,
                                             const FindingContext &C) {
  constexpr size_t LeastSteps = 3;
  uint64_t Steps = L.Sum.Reallocated;
  for (const LifetimeTable::Row *R : L.Rows)
    if (isGrowing(C.P.site(*R->Site)))
      Steps = std::max(Steps, R->Sum.Allocated.Allocations);
  if (!C.isFrequent(Steps) || L.Sizes.size() < LeastSteps)
    return std::nullopt;
  // The last step of each container stays: the smallest sizes are no last ones
  // as long as larger ones follow.
  uint64_t Last = L.Sizes.rbegin()->second;
  Finding F;
  F.Blocks = Steps - std::min(Steps, std::max(Last, Steps / 2));
  F.SavedNanoseconds = L.leastCost(F.Blocks);
  F.Evidence = formatv("{0:N} blocks in {1} sizes from {2:N} to {3:N} bytes, "
                       "each a copy of the one before",
                       Steps, L.Sizes.size(), L.Sizes.begin()->first,
                       L.Sizes.rbegin()->first)
                   .str();
  return F;
}

std::optional<Finding> detectGrowthByCopying(const AllocatingLine &L,
                                             const FindingContext &C) {
  if (!C.KnowsGrowth)
    return guessFromSizes(L, C);
  const GrowthChains &G = L.Growth;
  uint64_t Moves = G.moves();
  if (!C.isFrequent(Moves))
    return std::nullopt;
  Finding F;
  F.Blocks = Moves; // The first block of each chain stays, as its only one.
  F.SavedNanoseconds = L.leastCost(F.Blocks);
  std::string Steps = G.longest() == 1
                          ? std::string("one step")
                          : "up to " + utostr(G.longest()) +
                                (G.More ? " and more steps" : " steps");
  F.Evidence = formatv("{0:N} moves to a larger block in {1:N} chains of {2}; "
                       "{3:N} bytes moved",
                       Moves, G.chains(), Steps, G.MovedBytes)
                   .str();
  return F;
}

} // namespace anomalloc
