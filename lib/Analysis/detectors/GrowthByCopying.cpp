//===- GrowthByCopying.cpp - a container moves as it grows ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks that realloc gave up, or that the growing functions of the C++
/// library's containers made: each step copies all that was there.
///
//===----------------------------------------------------------------------===//

#include "Analysis/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// The functions of libstdc++ and libc++ that move a container to a larger
/// block.
static bool grows(StringRef Function) {
  for (StringRef Part :
       {"_M_realloc_insert", "_M_realloc_append", "_M_default_append",
        "_M_range_insert", "_M_fill_insert", "_M_mutate",
        "_M_reserve_map_at_back", "_M_reallocate_map", "__push_back_slow_path",
        "__emplace_back_slow_path", "__grow_by", "__append"})
    if (Function.contains(Part))
      return true;
  return false;
}

std::optional<Finding> detectGrowthByCopying(const AllocatingLine &L,
                                             const FindingContext &C) {
  constexpr size_t LeastSteps = 3;
  uint64_t Steps = L.Sum.Reallocated;
  for (const LifetimeTable::Row *R : L.Rows)
    if (any_of(C.P.site(*R->Site).Chain,
               [](const Frame &F) { return grows(F.Function); }))
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

} // namespace anomalloc
