//===- Explained.cpp - allocations that findings explain ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Explained.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <tuple>

using namespace llvm;

namespace anomalloc::lint {

/// A maker's own chain: of its blocks other chains know the line to change.
static bool isOfMaker(const MeasuredChain &C) {
  return !C.Change && !C.OfCall && !C.Sites.empty();
}

Explained::Explained(const MeasuredWeights &Weights)
    : Weights(Weights), Known(Weights.all().Chains.size()) {
  for (auto [I, C] : enumerate(Weights.all().Chains))
    if (C.OfCall)
      for (uint64_t Site : C.Sites)
        CallsOf[Site].push_back(uint32_t(I));
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
  if (C.OfCall)
    return !C.Sites.empty() && all_of(C.Sites, [&](uint64_t Site) {
      return KnownSites.count(Site) != 0;
    });
  return isOfMaker(C) && all_of(C.Sites, [&](uint64_t Site) {
           auto Calls = CallsOf.find(Site);
           return Calls != CallsOf.end() &&
                  all_of(Calls->second,
                         [&](uint32_t Call) { return Known.test(Call); });
         });
}

Rest findRest(const MeasuredWeights &Weights, ArrayRef<Finding> Findings,
              const Project &P, Measurer &Measure, uint64_t Least) {
  const Measurements &M = Weights.all();
  Explained Known(Weights);
  std::set<uint64_t> OfCalls; // sites whose blocks calls account for
  for (const Finding &F : Findings)
    if (F.Recorded)
      Known.add(F.Recorded->Sum.Chains);
  for (const MeasuredChain &C : M.Chains)
    if (C.OfCall && C.Allocations)
      OfCalls.insert(C.Sites.begin(), C.Sites.end());

  using Line = std::tuple<uint32_t, uint32_t, uint32_t>;
  std::map<Line, std::vector<uint32_t>> ByLine;
  for (auto [I, C] : enumerate(M.Chains)) {
    if (!C.Allocations || C.Shared || Known.contains(uint32_t(I)))
      continue;
    if (isOfMaker(C) && any_of(C.Sites, [&](uint64_t Site) {
          return OfCalls.count(Site) != 0;
        }))
      continue;
    const MeasuredFrame &F = M.Frames[C.Change.value_or(C.Innermost)];
    ByLine[{F.File, F.Line, F.Function}].push_back(uint32_t(I));
  }

  Rest Found;
  for (auto &[Key, Chains] : ByLine) {
    Unexplained U;
    U.Sum = Weights.sum(std::move(Chains));
    if (U.Sum.Allocations < Least)
      continue;
    const MeasuredChain *Heaviest = nullptr;
    for (uint32_t I : U.Sum.Chains)
      if (!Heaviest || M.Chains[I].Allocations > Heaviest->Allocations)
        Heaviest = &M.Chains[I];
    constexpr size_t Levels = 3;
    U.Levels =
        Measure.levels(Heaviest->Change.value_or(Heaviest->Innermost), Levels);
    U.Share = Measure.share(U.Sum.Allocations);
    (P.owns(U.Levels.front().File) ? Found.Lines : Found.Elsewhere)
        .push_back(std::move(U));
  }
  for (const MeasuredElsewhere &E : M.Elsewhere) {
    if (E.Allocations < Least)
      continue;
    Unexplained &U = Found.Elsewhere.emplace_back();
    U.Levels = {{E.Library, 0, 0, nameOfFunction(E.Function)}};
    U.Sum.Allocations = E.Allocations;
    U.Sum.Bytes = E.Bytes;
    U.Share = Measure.share(E.Allocations);
  }
  for (std::vector<Unexplained> *List : {&Found.Lines, &Found.Elsewhere})
    sort(*List, [](const Unexplained &A, const Unexplained &B) {
      const SourceLevel &X = A.Levels.front(), &Y = B.Levels.front();
      return std::tie(B.Sum.Allocations, X.File, X.Line, X.Function) <
             std::tie(A.Sum.Allocations, Y.File, Y.Line, Y.Function);
    });
  return Found;
}

} // namespace anomalloc::lint
