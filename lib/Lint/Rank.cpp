//===- Rank.cpp - what comes first ----------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Rank.h"
#include "Lint/Claims.h"
#include "Lint/Explained.h"
#include "Weights/MeasuredWeights.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc::lint {

/// Each allocation belongs to the first finding that has it: warnings before
/// hints, those with more before those with fewer.
static void shareOut(std::vector<Finding> &Findings,
                     const MeasuredWeights &Weights) {
  std::vector<Finding *> Order;
  for (Finding &F : Findings)
    if (F.Recorded)
      Order.push_back(&F);
  // Of equal ones the first in the order of files and places.
  sort(Order, [](const Finding *A, const Finding *B) {
    return std::make_tuple(A->Loud != Level::Warning, B->allocations(), A) <
           std::make_tuple(B->Loud != Level::Warning, A->allocations(), B);
  });
  Explained Known(Weights);
  for (Finding *F : Order) {
    std::vector<uint32_t> Left;
    for (uint32_t C : F->Recorded->Sum.Chains)
      if (!Known.contains(C))
        Left.push_back(C);
    F->Recorded->Alone = Weights.sum(std::move(Left)).Allocations;
    Known.add(F->Recorded->Sum.Chains);
  }
}

/// The part of Measured::weight() that no finding before has.
static double weightAlone(const Finding &F) {
  if (!F.Recorded || !F.Recorded->Alone)
    return 0;
  const double Alone = double(F.Recorded->Alone);
  const uint64_t All = F.allocations();
  return Alone +
         (All ? double(F.Recorded->Sum.weight() - All) * Alone / double(All)
              : 0);
}

/// The least comes first.
static auto placeInList(const Finding &F) {
  return std::make_tuple(
      F.Loud != Level::Warning, stateOfClaim(F) == ClaimState::Doubtful,
      -weightAlone(F), -double(F.allocations()),
      F.Heavy.value_or(Weight::MeasuredCold), -int(F.Worth),
      F.Sure.value_or(Certainty::Suspected), StringRef(F.At.File), F.At.Offset,
      StringRef(F.Check), StringRef(F.Message));
}

void rank(std::vector<Finding> &Findings, const MeasuredWeights *Weights) {
  if (Weights)
    shareOut(Findings, *Weights);
  sort(Findings, [](const Finding &A, const Finding &B) {
    return placeInList(A) < placeInList(B);
  });
}

} // namespace anomalloc::lint
