//===- Estimates.cpp - samples in comparisons -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/TableBuilder.h"
#include <set>

using namespace llvm;

namespace anomalloc {

/// The most of \p M in the run \p Run, whose sample has nothing of \p R.
static uint64_t mostOfNotDrawn(const ComparedRow &R, Measure M, size_t Run,
                               const Profile &P) {
  const bool IsBytes = infoOf(M).IsBytes;
  if (infoOf(M).OfLifetimes && R.Levels.empty())
    return R
        .Values[size_t(IsBytes ? Measure::Bytes : Measure::Allocations)][Run];
  // A stack. With four draws expected, one is missed in 1 of 50 cases. Its
  // blocks are as large as in other runs.
  constexpr double Draws = 4;
  double Blocks = 0, Bytes = 0;
  for (uint64_t Number : R.Values[size_t(Measure::Allocations)])
    Blocks += double(Number);
  for (uint64_t Number : R.Values[size_t(Measure::Bytes)])
    Bytes += double(Number);
  const Sampling S = P.sampling().doubled(P.MostDoublings);
  double Most = Draws * double(S.Mean);
  if (IsBytes && S.Of == Sampling::Count && Blocks > 0)
    Most *= Bytes / Blocks;
  if (!IsBytes && S.Of == Sampling::Bytes && Bytes > 0)
    Most *= Blocks / Bytes;
  return uint64_t(Most);
}

void finishEstimates(ComparedRow &R, ArrayRef<const Profile *> Runs) {
  std::set<Measure> Estimated;
  for (const auto &[Where, Sum] : R.Samples) {
    auto [M, Run] = Where;
    Estimate E = Sum.estimate(*Runs[Run]);
    Estimated.insert(M);
    R.Values[size_t(M)][Run] = E.Value;
    if (!E.IsExact)
      R.Estimates[Where] = E;
  }
  for (Measure M : Estimated)
    for (size_t Run = 0; Run != Runs.size(); ++Run)
      if (Runs[Run]->isEstimated() && !R.Samples.count({M, Run})) {
        Estimate E;
        E.High = mostOfNotDrawn(R, M, Run, *Runs[Run]);
        E.IsExact = !E.High;
        if (!E.IsExact)
          R.Estimates[{M, Run}] = E;
      }
  R.Samples.clear();
}

} // namespace anomalloc
