//===- RankTest.cpp - whether two samples differ --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/RankTest.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <cstdlib>

using namespace llvm;

namespace anomalloc {
namespace {

struct Ranked {
  double Number;
  bool OfA;
  unsigned DoubledRank = 0; ///< Whole, even where equal numbers share ranks.
};

std::vector<Ranked> rank(ArrayRef<double> A, ArrayRef<double> B) {
  std::vector<Ranked> All;
  for (double Number : A)
    All.push_back({Number, true});
  for (double Number : B)
    All.push_back({Number, false});
  sort(All,
       [](const Ranked &L, const Ranked &R) { return L.Number < R.Number; });
  for (size_t Begin = 0, End; Begin != All.size(); Begin = End) {
    for (End = Begin; End != All.size() && All[End].Number == All[Begin].Number;
         ++End)
      ;
    // The mean of ranks Begin + 1 to End, doubled.
    for (size_t I = Begin; I != End; ++I)
      All[I].DoubledRank = unsigned(Begin + 1 + End);
  }
  return All;
}

/// In how many ways \p Chosen of the ranks have each sum.
std::vector<double> waysBySum(ArrayRef<Ranked> All, size_t Chosen) {
  size_t Largest = 0;
  for (const Ranked &R : All)
    Largest += R.DoubledRank;
  std::vector<std::vector<double>> Ways(Chosen + 1,
                                        std::vector<double>(Largest + 1));
  Ways[0][0] = 1;
  size_t Reached = 0;
  for (const Ranked &R : All) {
    Reached += R.DoubledRank;
    for (size_t Taken = Chosen; Taken != 0; --Taken)
      for (size_t Sum = Reached; Sum >= R.DoubledRank; --Sum)
        Ways[Taken][Sum] += Ways[Taken - 1][Sum - R.DoubledRank];
  }
  return std::move(Ways[Chosen]);
}

} // namespace

double rankTest(ArrayRef<double> A, ArrayRef<double> B) {
  if (A.empty() || B.empty())
    return 1;
  assert(A.size() <= LargestSample && B.size() <= LargestSample);
  const std::vector<Ranked> All = rank(A, B);
  long Measured = 0;
  for (const Ranked &R : All)
    if (R.OfA)
      Measured += R.DoubledRank;
  // Ranks are doubled, and so is their mean, (n + m + 1) / 2.
  const long Mean = long(A.size() * (All.size() + 1));
  double AsFar = 0, Sum = 0;
  for (auto [Its, Ways] : enumerate(waysBySum(All, A.size()))) {
    Sum += Ways;
    if (std::labs(long(Its) - Mean) >= std::labs(Measured - Mean))
      AsFar += Ways;
  }
  return AsFar / Sum;
}

double leastOfRankTest(size_t N) {
  // Two of all ways to choose N of 2 N.
  double Least = 2;
  for (size_t I = 1; I <= N; ++I)
    Least *= double(I) / double(N + I);
  return std::min(Least, 1.0);
}

std::vector<double> correctByHolm(ArrayRef<double> P) {
  std::vector<size_t> Order(P.size());
  for (size_t I = 0; I != P.size(); ++I)
    Order[I] = I;
  sort(Order, [&](size_t L, size_t R) {
    return std::pair(P[L], L) < std::pair(P[R], R);
  });
  std::vector<double> Corrected(P.size());
  double Before = 0;
  for (auto [Position, I] : enumerate(Order)) {
    Before =
        std::max(Before, std::min(1.0, P[I] * double(P.size() - Position)));
    Corrected[I] = Before;
  }
  return Corrected;
}

double medianOf(std::vector<double> Numbers) {
  if (Numbers.empty())
    return 0;
  sort(Numbers);
  const size_t Half = Numbers.size() / 2;
  return Numbers.size() % 2 ? Numbers[Half]
                            : (Numbers[Half - 1] + Numbers[Half]) / 2;
}

} // namespace anomalloc
