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
/// Where lifetimes were not recorded, a growing function of a container above
/// the allocation tells, and sizes (GrowingContainers.h).
///
//===----------------------------------------------------------------------===//

#include "Analysis/Findings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

static std::optional<MeasuredAnomaly> fromSizes(const BlockGroup &L,
                                                const FindingContext &C) {
  uint64_t Moves = C.Growing.movesOf(L);
  if (!C.isFrequent(Moves))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = Moves;
  F.Sure = Certainty::Likely;
  F.FromCounts = true;
  F.Evidence = formatv("{0:N} of {1:N} blocks took the place of smaller ones "
                       "of the same growing container",
                       Moves, L.Allocated.Allocations)
                   .str();
  return F;
}

std::optional<MeasuredAnomaly> detectGrowthByCopying(const BlockGroup &L,
                                                     const FindingContext &C) {
  if (!L.HasLifetimes)
    return fromSizes(L, C);
  const GrowthChains &G = L.Growth;
  uint64_t Moves = G.moves();
  if (!C.isFrequent(Moves))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = Moves; // The first block of each chain stays, as its only one.
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
