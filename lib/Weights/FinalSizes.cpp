//===- FinalSizes.cpp - how large containers became -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/FinalSizes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

uint64_t FinalSizes::quantile(unsigned Percent) const {
  // The part of them that may be larger; in two steps, for large numbers.
  const uint64_t Rest = 100 - Percent;
  const uint64_t Larger =
      Containers / 100 * Rest + Containers % 100 * Rest / 100;
  uint64_t Counted = 0;
  for (const auto &[Size, Count] : BySize) {
    Counted += Count;
    if (Containers - Counted <= Larger)
      return Size;
  }
  return BySize.rbegin()->first;
}

static bool isKnown(const MeasuredChain &Chain) {
  uint64_t Known = 0;
  for (const auto &[Size, Count] : Chain.Sizes)
    Known += Count;
  return Known == Chain.Allocations && !Chain.Shared;
}

bool areAllSizesKnown(const Measurements &All, ArrayRef<uint32_t> Chains) {
  return all_of(Chains, [&](uint32_t Index) {
    return Index < All.Chains.size() && isKnown(All.Chains[Index]);
  });
}

std::optional<FinalSizes> finalSizes(const Measurements &All,
                                     ArrayRef<uint32_t> Chains, bool Grows) {
  if (!areAllSizesKnown(All, Chains))
    return std::nullopt;
  FinalSizes Found;
  for (uint32_t Index : Chains)
    for (const auto &[Size, Count] : All.Chains[Index].Sizes)
      if (Count)
        Found.BySize[Size] += Count;
  if (Grows)
    // The larger block took the smaller one's place.
    for (auto &[Size, Count] : Found.BySize)
      if (auto Next = Found.BySize.find(2 * Size); Next != Found.BySize.end()) {
        // A few may begin with more than one element.
        if (Next->second > Count + Count / 100)
          return std::nullopt;
        Count -= std::min(Count, Next->second);
      }
  for (const auto &[Size, Count] : Found.BySize)
    Found.Containers += Count;
  return Found.Containers ? std::optional<FinalSizes>(std::move(Found))
                          : std::nullopt;
}

} // namespace anomalloc
