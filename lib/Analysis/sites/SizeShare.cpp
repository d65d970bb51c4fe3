//===- SizeShare.cpp - which sizes a part of some blocks has --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/SizeShare.h"

using namespace llvm;

namespace anomalloc {

Amount sumOf(const SizeCounts &Sizes) {
  Amount Sum;
  for (auto [Size, Allocations] : Sizes)
    Sum.add(Allocations, Size);
  return Sum;
}

void addSizes(SizeCounts &To, const SizeCounts &Some) {
  for (auto [Size, Allocations] : Some) {
    uint64_t &Sum = To[Size];
    Sum = SaturatingAdd(Sum, Allocations);
  }
}

std::vector<SizeCounts> sizesBySite(const Profile &P, ArrayRef<Count> Counts) {
  std::vector<SizeCounts> BySite(P.Sites.size());
  for (const Count &C : Counts)
    if (C.Site && C.Allocations) {
      uint64_t &Sum = BySite[uint32_t(*C.Site)][C.Size];
      Sum = SaturatingAdd(Sum, C.Allocations);
    }
  return BySite;
}

std::optional<SizeCounts> sizesOfPart(const Amount &Part,
                                      const SizeCounts &All) {
  auto IsPart = [&](const Amount &Some) {
    return Some.Allocations == Part.Allocations && Some.Bytes == Part.Bytes;
  };
  if (IsPart(sumOf(All)))
    return All;
  if (All.empty() || All.size() > 2)
    return std::nullopt;
  auto [Small, SmallBlocks] = *All.begin();
  auto [Large, LargeBlocks] = *All.rbegin();
  uint64_t Larger = 0; // Blocks of the larger size.
  if (Large != Small) {
    uint64_t IfSmall = SaturatingMultiply(Part.Allocations, Small);
    if (Part.Bytes < IfSmall || (Part.Bytes - IfSmall) % (Large - Small))
      return std::nullopt;
    Larger = (Part.Bytes - IfSmall) / (Large - Small);
  }
  if (Larger > Part.Allocations)
    return std::nullopt;
  SizeCounts Sizes;
  if (uint64_t Smaller = Part.Allocations - Larger)
    Sizes[Small] = Smaller;
  if (Larger)
    Sizes[Large] = Larger;
  if (!IsPart(sumOf(Sizes)) || Sizes.empty())
    return std::nullopt;
  for (auto [Size, Allocations] : Sizes)
    if (Allocations > All.at(Size))
      return std::nullopt;
  return Sizes;
}

} // namespace anomalloc
