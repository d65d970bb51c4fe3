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
/// the allocation tells, and sizes that double: each block beyond the smallest
/// ones took the place of another.
///
//===----------------------------------------------------------------------===//

#include "Analysis/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// In the linkage name of a function that moves what is there to more room.
static bool isGrowing(StringRef Function) {
  static constexpr StringLiteral Parts[] = {
      "_M_realloc_insert", "_M_realloc_append", "__push_back_slow_path",
      "__emplace_back_slow_path"};
  return any_of(Parts, [&](StringRef Part) { return Function.contains(Part); });
}

static bool growsInLibrary(const BlockGroup &L, const Profile &P) {
  auto IsGrowing = [](const Frame &F) { return isGrowing(F.Function); };
  return any_of(
             L.Sites,
             [&](SiteIndex S) { return any_of(P.site(S).Chain, IsGrowing); }) ||
         any_of(L.Lines, [](const ChangeLine *Line) {
           return any_of(Line->MakerNames, isGrowing);
         });
}

static std::optional<MeasuredAnomaly> fromSizes(const BlockGroup &L,
                                                const FindingContext &C) {
  uint64_t Moves = 0;
  for (auto [Size, Allocations] : L.Sizes)
    if (L.Sizes.count(Size / 2) || L.Sizes.count((Size + 1) / 2))
      Moves = SaturatingAdd(Moves, Allocations);
  if (!C.isFrequent(Moves) || !growsInLibrary(L, C.P))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = Moves;
  F.Sure = Certainty::Likely;
  F.Evidence = formatv("{0:N} of {1:N} blocks are twice as large as others of "
                       "the same growing container",
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
