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

#include "Analysis/changes/Findings.h"
#include "Support/MakerNames.h"
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
  F.Sure = Confidence::Likely;
  F.FromCounts = true;
  F.Evidence = formatv("{0:N} of {1:N} blocks took the place of smaller ones "
                       "of the same growing container",
                       Moves, L.Allocated.Allocations)
                   .str();
  return F;
}

/// A container that gets a little more room in each step.
static std::optional<MeasuredAnomaly> fromSteps(const BlockGroup &L,
                                                const FindingContext &C) {
  uint64_t Moves = C.Growing.stepsOf(L);
  if (!C.isFrequent(Moves))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = Moves;
  F.Sure = L.HasLifetimes ? Confidence::Measured : Confidence::Likely;
  F.FromCounts = !L.HasLifetimes;
  F.Evidence =
      formatv("{0:N} of {1:N} blocks, of {2:N} to {3:N} bytes, took the place "
              "of others a step smaller; each step copies all that is there",
              Moves, L.Allocated.Allocations, L.Sizes.begin()->first,
              L.Sizes.rbegin()->first)
          .str();
  return F;
}

/// What the program's own function makes, whose name says that it lets grow
/// what it is given. Of each thing that grew one block stays: of two at least.
static std::optional<MeasuredAnomaly> fromName(const BlockGroup &L,
                                               const FindingContext &C) {
  ArrayRef<Frame> Makers = L.line().Makers;
  uint64_t Half = L.Allocated.Allocations / 2;
  if (Makers.empty() || !isGrowthName(Makers.front().Function) ||
      !C.isFrequent(Half))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = Half;
  F.Sure = Confidence::Likely;
  F.FromCounts = true;
  F.Evidence = formatv("{0:N} blocks for what is there and grows; one of each "
                       "stays, so at least one of two",
                       L.Allocated.Allocations)
                   .str();
  return F;
}

std::optional<MeasuredAnomaly> detectGrowthByCopying(const BlockGroup &L,
                                                     const FindingContext &C) {
  if (!L.HasLifetimes) {
    std::optional<MeasuredAnomaly> F = fromSizes(L, C);
    if (!F)
      F = fromSteps(L, C);
    return F ? std::move(F) : fromName(L, C);
  }
  const GrowthChains &G = L.Growth;
  uint64_t Moves = G.moves();
  if (!C.isFrequent(Moves))
    return fromSteps(L, C);
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
