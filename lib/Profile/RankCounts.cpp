//===- RankCounts.cpp - how allocations are spread over ranks -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/RankCounts.h"
#include "Support/Saturated.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include <cmath>

using namespace llvm;

namespace anomalloc {

using Wide = unsigned __int128;

static Wide squaresOf(const RankSpread &S) {
  return Wide(S.SquaresHigh) << 64 | S.SquaresLow;
}

static void setSquares(RankSpread &S, Wide Squares) {
  S.SquaresHigh = uint64_t(Squares >> 64);
  S.SquaresLow = uint64_t(Squares);
}

RankSpread RankSpread::of(uint64_t Number, uint32_t Rank) {
  RankSpread S;
  S.Sum = S.Least = S.Most = Number;
  S.LeastRank = S.MostRank = Rank;
  setSquares(S, Wide(Number) * Number);
  return S;
}

void RankSpread::add(const RankSpread &Other) {
  if (Other.Least < Least ||
      (Other.Least == Least && Other.LeastRank < LeastRank)) {
    Least = Other.Least;
    LeastRank = Other.LeastRank;
  }
  if (Other.Most > Most || (Other.Most == Most && Other.MostRank < MostRank)) {
    Most = Other.Most;
    MostRank = Other.MostRank;
  }
  addSaturated(Sum, Other.Sum);
  const Wide Mine = squaresOf(*this), Both = Mine + squaresOf(Other);
  setSquares(*this, Both < Mine ? ~Wide(0) : Both);
}

double RankSpread::deviation(uint64_t Ranks) const {
  if (!Ranks)
    return 0;
  // Without rounding, as far as the variance: it may be a small difference of
  // large numbers.
  const uint64_t Words[] = {SquaresLow, SquaresHigh};
  const APInt N(256, Ranks), S(256, Sum), Squares(256, Words);
  const APInt Variance = N * Squares - S * S;
  // Sums that did not fit are too small, and so may be the squares.
  return Variance.isNegative()
             ? 0
             : std::sqrt(Variance.roundToDouble()) / double(Ranks);
}

void RankSums::add(const Count &C, bool IsHeap) {
  if (!C.Allocations)
    return;
  uint64_t Bytes = SaturatingMultiply(C.Size, C.Allocations);
  // Each of the three parts of the key is there, or stands for all.
  for (unsigned Parts = 0; Parts != 8; ++Parts) {
    const bool OfCode = Parts & 1;
    if (!OfCode && !IsHeap)
      continue;
    Key K;
    if (OfCode && C.Site)
      std::get<0>(K) = C.Site;
    else if (OfCode)
      std::get<1>(K) = C.Dark;
    if (Parts & 2)
      std::get<2>(K) = C.Section;
    if (Parts & 4)
      std::get<3>(K) = C.Size;
    Amount &Sum = Sums[K];
    addSaturated(Sum.Allocations, C.Allocations);
    addSaturated(Sum.Bytes, Bytes);
  }
}

std::vector<RankCount> RankSums::rows(uint32_t Rank) const {
  std::vector<RankCount> Rows;
  for (const auto &[K, Sum] : Sums)
    Rows.push_back({std::get<0>(K), std::get<1>(K), std::get<2>(K),
                    std::get<3>(K), 1, RankSpread::of(Sum.Allocations, Rank),
                    RankSpread::of(Sum.Bytes, Rank)});
  return Rows;
}

} // namespace anomalloc
