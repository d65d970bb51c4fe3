//===- Estimate.cpp - a number from a sample, and its interval ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/estimate/Estimate.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace anomalloc {
namespace {

/// A normal variable lies within so many standard deviations in 95 % of cases.
constexpr double Deviations = 1.959964;

uint64_t rounded(double Number) {
  if (!(Number > 0))
    return 0;
  return Number >= double(UINT64_MAX) ? UINT64_MAX : uint64_t(Number + 0.5);
}

} // namespace

double Estimate::relativeError() const {
  return Value ? double(High - Low) / 2 / double(Value) : 0;
}

void SampleSum::add(const Profile &P, const Draws &D, uint64_t Blocks,
                    uint64_t Each) {
  uint32_t In = D.Stratum;
  if (In < P.Strata.size())
    Code.insert(InTotals ? P.Strata[In].TableFirst : P.Strata[In].First);
  OfBytes |= Each != 1;
  if (!Blocks)
    return;
  if (!D.Blocks) { // The row is exact.
    Sum += double(Blocks) * double(Each);
    LeastSum += double(Blocks) * double(Each);
    return;
  }
  double Weight = D.Weight, Factor = 1;
  if (InTotals) {
    Factor = P.Strata[In].WeightInTotals;
    In = P.Strata[In].InTotals;
  }
  double Drawn = double(Blocks) / Weight, Adds = Weight * Factor * double(Each);
  Sum += double(Blocks) * Factor * double(Each);
  LeastSum += Drawn * double(Each);
  Part &To = Parts[In];
  To.Draws += Drawn;
  To.Squares += Drawn * Adds * Adds;
}

SampleSum &SampleSum::operator+=(const SampleSum &Other) {
  Sum += Other.Sum;
  OfBytes |= Other.OfBytes;
  Code.insert(Other.Code.begin(), Other.Code.end());
  LeastSum += Other.LeastSum;
  for (const auto &[Number, Its] : Other.Parts) {
    Part &To = Parts[Number];
    To.Draws += Its.Draws;
    To.Squares += Its.Squares;
  }
  return *this;
}

/// The most that a stratum may have of which no drawn block counts: as many as
/// Wilson's interval for 0 of n draws has. Of strata without a draw nothing is
/// known, so all of their blocks may count.
SampleSum::Elsewhere SampleSum::elsewhere(const Profile &P) const {
  Elsewhere Others;
  for (uint32_t First : Code) {
    const Stratum &Its = P.Strata[First];
    for (uint32_t I = First, End = InTotals ? Its.TableEnd : Its.End; I < End;
         ++I) {
      const Stratum &S = P.Strata[I];
      if (Parts.count(I) || (InTotals && S.InTotals != I))
        continue;
      double All = double(OfBytes ? S.Bytes : S.Blocks);
      double Variance = Deviations * Deviations * (1 - S.Chance);
      if (!S.Drawn)
        Others.NotDrawn += All;
      else
        Others.Most = std::max(Others.Most,
                               All * Variance / (double(S.Drawn) + Variance));
    }
  }
  return Others;
}

Estimate SampleSum::estimate(const Profile &P) const {
  return estimate(P, elsewhere(P));
}

Estimate SampleSum::estimateHere(const Profile &P) const {
  return estimate(P, {});
}

Estimate SampleSum::estimate(const Profile &P, const Elsewhere &Others) const {
  Estimate E;
  E.Value = E.Low = E.High = rounded(Sum);
  double Draws = 0, Whole = 0, Covered = 0;
  for (const auto &[Number, It] : Parts) {
    const Stratum &S = P.Strata[Number];
    double Variance = It.Squares * (1 - S.Chance);
    Draws += It.Draws;
    Whole += Variance;
    Covered += Variance * std::min(1.0, It.Draws / double(S.Drawn));
  }
  E.Draws = rounded(Draws);
  E.IsExact = !(Whole > 0) && !(Others.Most >= 1) && !(Others.NotDrawn >= 1);
  if (E.IsExact)
    return E;
  // All truths T with (T - Sum)^2 <= Deviations^2 * variance(T), where
  // variance(T) = Whole * T/Sum * (1 - Covered/Whole * T/Sum).
  double Low = Sum, High = Sum;
  if (Whole > 0) {
    double Each = Deviations * Deviations * Whole / Sum;
    double A = 1 + Each / Sum * (Covered / Whole), B = 2 * Sum + Each;
    double Root = std::sqrt(std::max(0.0, B * B - 4 * A * Sum * Sum));
    Low = (B - Root) / (2 * A);
    High = (B + Root) / (2 * A);
  }
  // What was not drawn has no part in chance: it comes on top.
  High = Sum + std::hypot(High - Sum, Others.Most) + Others.NotDrawn;
  E.Low = std::min(E.Value, rounded(std::max(LeastSum, Low)));
  E.High = std::max(E.Value, rounded(High));
  E.IsExact = E.Low == E.High; // Nearly all blocks are drawn.
  return E;
}

double SampleSum::effectiveDraws(const Profile &P) const {
  double Whole = 0;
  for (const auto &[Number, It] : Parts)
    Whole += It.Squares * (1 - P.Strata[Number].Chance);
  return Whole > 0 ? Sum * Sum / Whole : HUGE_VAL;
}

std::pair<double, double> shareInterval(double Counting, double All) {
  const double Share = All > 0 ? Counting / All : 0;
  if (!(All > 0 && All < HUGE_VAL))
    return {Share, Share};
  const double Square = Deviations * Deviations;
  const double Middle = Share + Square / (2 * All);
  const double Width =
      std::sqrt(std::max(0.0, Square * Share * (1 - Share) / All +
                                  Square * Square / (4 * All * All)));
  return {(Middle - Width) / (1 + Square / All),
          (Middle + Width) / (1 + Square / All)};
}

Estimate estimateOfRow(const Profile &P, const Draws &D, uint64_t Blocks) {
  Estimate E = Estimate::exact(Blocks);
  const double Left = D.Blocks ? 1 - P.Strata[D.Stratum].Chance : 0;
  if (!(Left > 0))
    return E;
  // What was drawn is known: as if there were more draws.
  const double N = double(D.Blocks), Counting = double(Blocks) / D.Weight;
  const auto [Low, High] = shareInterval(Counting / Left, N / Left);
  E.IsExact = false;
  E.Draws = rounded(Counting);
  E.Low = std::min(Blocks, rounded(Low * N * D.Weight));
  E.High = std::max(Blocks, rounded(High * N * D.Weight));
  E.IsExact = E.Low == E.High;
  return E;
}

} // namespace anomalloc
