//===- Explained.cpp - allocations that findings explain ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/Explained.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace anomalloc {

uint64_t leastHot(const Measurements &Run, uint64_t MinAllocations) {
  constexpr uint64_t OneIn = 100;
  return std::max<uint64_t>({1, MinAllocations, Run.Allocations / OneIn});
}

/// A maker's own chain: of its blocks other chains know the line to change.
static bool isOfMaker(const MeasuredChain &C) {
  return !C.Change && !C.OfCall && !C.Sites.empty();
}

Explained::Explained(const MeasuredWeights &Weights)
    : Weights(Weights), Known(Weights.all().Chains.size()) {
  for (auto [I, C] : enumerate(Weights.all().Chains))
    for (uint64_t Site : C.Sites)
      if (C.OfCall)
        CallsOf[Site].push_back(uint32_t(I));
      else if (isOfMaker(C))
        MadeAt[Site] = SaturatingAdd(MadeAt[Site], C.Allocations);
}

void Explained::add(ArrayRef<uint32_t> Chains) {
  for (uint32_t I : Chains) {
    Known.set(I);
    const MeasuredChain &C = Weights.all().Chains[I];
    if (isOfMaker(C))
      KnownSites.insert(C.Sites.begin(), C.Sites.end());
  }
}

bool Explained::contains(uint32_t Chain) const {
  if (Known.test(Chain))
    return true;
  const MeasuredChain &C = Weights.all().Chains[Chain];
  if (C.OfCall) {
    // What sites that no finding has may have made of it, at the most.
    uint64_t Open = 0;
    for (uint64_t Site : C.Sites)
      if (auto At = MadeAt.find(Site); !KnownSites.count(Site))
        Open = SaturatingAdd(Open,
                             At == MadeAt.end() ? C.Allocations : At->second);
    constexpr uint64_t OneIn = 10;
    return !C.Sites.empty() && Open <= C.Allocations / OneIn;
  }
  return isOfMaker(C) && all_of(C.Sites, [&](uint64_t Site) {
           auto Calls = CallsOf.find(Site);
           return Calls != CallsOf.end() &&
                  all_of(Calls->second,
                         [&](uint32_t Call) { return Known.test(Call); });
         });
}

std::vector<Measured> Explained::rest(uint64_t Least,
                                      std::optional<uint32_t> File,
                                      const std::set<uint32_t> *Only) const {
  const Measurements &M = Weights.all();
  auto HasCalls = [&](uint64_t Site) { // they account for its blocks
    auto Calls = CallsOf.find(Site);
    return Calls != CallsOf.end() && any_of(Calls->second, [&](uint32_t Call) {
             return M.Chains[Call].Allocations != 0;
           });
  };

  using Line = std::tuple<uint32_t, uint32_t, uint32_t>;
  std::map<Line, std::vector<uint32_t>> ByLine;
  for (auto [I, C] : enumerate(M.Chains)) {
    const MeasuredFrame &F = M.Frames[C.Change.value_or(C.Innermost)];
    if ((File && F.File != *File) || !C.Allocations || C.Shared ||
        (Only && !Only->count(uint32_t(I))) || contains(uint32_t(I)))
      continue;
    if (isOfMaker(C) && any_of(C.Sites, HasCalls))
      continue;
    ByLine[{F.File, F.Line, F.Function}].push_back(uint32_t(I));
  }
  std::vector<Measured> Sums;
  for (auto &[Key, Chains] : ByLine)
    if (Measured Sum = Weights.sum(std::move(Chains)); Sum.Allocations >= Least)
      Sums.push_back(std::move(Sum));
  return Sums;
}

} // namespace anomalloc
