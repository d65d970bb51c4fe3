//===- Explained.cpp - what no finding explains ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Explained.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <tuple>

using namespace llvm;

namespace anomalloc::lint {

Rest findRest(const MeasuredWeights &Weights, ArrayRef<Finding> Findings,
              const Project &P, Measurer &Measure, uint64_t Least,
              const std::set<uint32_t> *Only) {
  const Measurements &M = Weights.all();
  Explained Known(Weights);
  for (const Finding &F : Findings)
    if (F.Recorded)
      Known.add(F.Recorded->Sum.Chains);

  Rest Found;
  for (Measured &Sum : Known.rest(Least, /*File=*/{}, Only)) {
    Unexplained U;
    U.Sum = std::move(Sum);
    const MeasuredChain *Heaviest = nullptr;
    for (uint32_t I : U.Sum.Chains)
      if (!Heaviest || M.Chains[I].Allocations > Heaviest->Allocations)
        Heaviest = &M.Chains[I];
    constexpr size_t Levels = 3;
    U.Levels =
        Measure.levels(Heaviest->Change.value_or(Heaviest->Innermost), Levels);
    U.Share = Measure.share(U.Sum.Allocations);
    U.Entries = Measure.entriesOf(U.Sum);
    (P.owns(U.Levels.front().File) ? Found.Lines : Found.Elsewhere)
        .push_back(std::move(U));
  }
  if (Only)
    Found.Elsewhere.clear();
  for (const MeasuredElsewhere &E : M.Elsewhere) {
    if (E.Allocations < Least || Only)
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
