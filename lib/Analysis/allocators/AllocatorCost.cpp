//===- AllocatorCost.cpp - what a block costs in time -===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/allocators/AllocatorCost.h"
#include "Analysis/totals/ProcessMemory.h"
#include "Profile/Totals.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <set>

using namespace llvm;

namespace anomalloc {

constexpr uint64_t SmallestClass = 16, LargestClass = 1 << 20;
constexpr uint64_t PageSize = 4096;
/// glibc looks whether memory can go back to the kernel when it gets so much in
/// one piece (malloc.c, FASTBIN_CONSOLIDATION_THRESHOLD).
constexpr uint64_t LeastWithPages = 64 << 10;

std::pair<uint64_t, uint64_t> workClassesOf(uint64_t Size) {
  uint64_t Above = std::max(PowerOf2Ceil(Size), SmallestClass);
  if (Above > LargestClass)
    return {LargestClass, LargestClass};
  return {Above == Size ? Size : std::max(Above / 2, SmallestClass), Above};
}

using Costs = std::map<uint64_t, uint64_t>;

/// Between the next smaller and the next larger size that were asked for, as if
/// each byte took as long; above the largest, each of its size.
static std::optional<uint64_t> between(const Costs &Known, uint64_t Size) {
  if (Known.empty())
    return std::nullopt;
  auto Above = Known.lower_bound(Size);
  if (Above == Known.end())
    return SaturatingMultiply(Known.rbegin()->second,
                              divideCeil(Size, Known.rbegin()->first));
  if (Above == Known.begin() || Above->first == Size)
    return Above->second;
  auto Below = std::prev(Above);
  double Share =
      double(Size - Below->first) / double(Above->first - Below->first);
  double Low = double(Below->second), High = double(Above->second);
  return uint64_t(std::ceil(Low + (High - Low) * Share));
}

std::vector<uint64_t> nodeClassesOf(const Profile &P) {
  if (peakResident(P) <= BeyondCaches)
    return {};
  std::map<uint64_t, uint64_t> Bytes; // By class.
  for (const Count &C : P.Counts)
    if (isHeap(P, C) && C.Size <= LargestNode) {
      auto [Below, Above] = workClassesOf(C.Size);
      for (uint64_t Class : std::set<uint64_t>{Below, Above})
        Bytes[Class] =
            SaturatingMultiplyAdd(C.Allocations, C.Size, Bytes[Class]);
    }
  std::vector<uint64_t> Classes;
  for (auto [Class, Its] : Bytes)
    if (Its > BeyondCaches / 32) // Of fewer, nothing depends on them.
      Classes.push_back(Class);
  return Classes;
}

/// A larger node than any that was asked for has no more ways out of a cache.
static uint64_t ofNode(const Costs &Known, uint64_t Size) {
  if (Known.empty())
    return 0;
  return *between(Known, std::min(Size, Known.rbegin()->first));
}

BlockCosts::BlockCosts(const Profile &P) : P(P) {
  uint64_t Bytes = 0;
  for (const Count &C : P.Counts)
    if (isHeap(P, C) && C.Size >= LeastWithPages)
      Bytes = SaturatingMultiplyAdd(C.Allocations, C.Size, Bytes);
  if (!Bytes || !P.PageCost)
    return;
  // All bytes of large blocks alike. None can have more pages than it fills.
  double OfPage = double(P.PageCost);
  PagesOfByte = std::min(double(repeatedPageFaults(P)) * OfPage / double(Bytes),
                         OfPage / double(PageSize));
}

uint64_t BlockCosts::ofGap(uint64_t Size) const {
  return ofNode(P.KeptCosts.Gap, Size);
}

BlockCost BlockCosts::of(uint64_t Size, bool Mixed) const {
  BlockCost Cost;
  if (Size >= LeastWithPages)
    Cost.Pages = uint64_t(std::min(PagesOfByte * double(Size), 1e18));
  auto Least = P.PairCosts.lower_bound(Size);
  if (Least == P.PairCosts.end() && !P.PairCosts.empty())
    --Least;
  auto WithWork = [&](const Profile::WorkCosts &Costs) {
    return between(Mixed ? Costs.Mixed : Costs.Alike, Size);
  };
  std::optional<uint64_t> Filled = WithWork(P.FillCosts);
  std::optional<uint64_t> Copied = WithWork(P.CopyCosts);
  Cost.Measured = Least != P.PairCosts.end() && Filled && Copied;
  if (Cost.Measured) {
    Cost.Least = Least->second;
  } else {
    // What no allocator in common use stays below by much: the best of seven
    // rounds of a loop over one block, glibc 2.36 on a virtual x86-64 machine,
    // gave 18 up to 1032 bytes (its per-thread cache) and 38 to 58 above;
    // rounded down. With work, the same machine gave 75 for 16 bytes and 0.2
    // more for each further byte.
    Cost.Least = Size <= 1032 ? 15 : 35;
    Filled = Copied = 75 + Size / 5;
  }
  uint64_t Most = std::max(Cost.Least, *Filled);
  Cost.Filled = SaturatingAdd(Most, Cost.Pages);
  Cost.Copied = SaturatingAdd(std::max(Most, *Copied), Cost.Pages);
  if (Size <= LargestNode) {
    Cost.KeptLeast = ofNode(P.KeptCosts.Together, Size);
    uint64_t Apart = ofNode(P.KeptCosts.Apart, Size);
    Cost.KeptMost = Apart ? std::max(Cost.KeptLeast, Apart) : 0;
  }
  return Cost;
}

BlockCost BlockCosts::of(const std::map<uint64_t, uint64_t> &Sizes) const {
  BlockCost All;
  All.Least = UINT64_MAX;
  All.Measured = true;
  double Blocks = 0, Filled = 0, Copied = 0, Pages = 0;
  double KeptLeast = 0, KeptMost = 0;
  for (auto [Size, Allocations] : Sizes) {
    BlockCost One = of(Size, /*Mixed=*/Sizes.size() > 2);
    All.Least = std::min(All.Least, One.Least);
    All.Measured &= One.Measured;
    double Number = double(Allocations);
    Blocks += Number;
    Filled += double(One.Filled) * Number;
    Copied += double(One.Copied) * Number;
    Pages += double(One.Pages) * Number;
    KeptLeast += double(One.KeptLeast) * Number;
    KeptMost += double(One.KeptMost) * Number;
  }
  if (Blocks == 0)
    return BlockCost();
  auto Mean = [&](double Sum) {
    return uint64_t(std::min(std::ceil(Sum / Blocks), 1e18));
  };
  All.Filled = std::max(All.Least, Mean(Filled));
  All.Copied = std::max(All.Least, Mean(Copied));
  All.Pages = Mean(Pages);
  All.KeptLeast = uint64_t(KeptLeast / Blocks);
  All.KeptMost = Mean(KeptMost);
  return All;
}

} // namespace anomalloc
