//===- Rank.cpp - what comes first ----------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Rank.h"
#include "Profile/Errors.h"
#include "Weights/MeasuredWeights.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <tuple>

using namespace llvm;

namespace anomalloc::lint {

Error verifyWeights(StringRef WeightsFile) {
  auto Weights = MeasuredWeights::load(WeightsFile);
  return Weights ? Error::success()
                 : inContext("the profile", Weights.takeError());
}

/// The number in "5,000,000 allocations of 32 bytes here" (Measured::phrase): a
/// check may have measured another line than that of its finding.
static std::optional<uint64_t> measuredIn(StringRef Message) {
  for (StringRef Unit : {" allocations ", " allocation "}) {
    size_t End = Message.find(Unit);
    if (End == StringRef::npos || !Message.drop_front(End).contains(" here"))
      continue;
    size_t Begin = Message.find_last_not_of("0123456789,", End - 1) + 1;
    std::string Digits;
    for (char C : Message.slice(Begin, End))
      if (C != ',')
        Digits += C;
    uint64_t Number;
    if (!StringRef(Digits).getAsInteger(10, Number))
      return Number;
  }
  return std::nullopt;
}

Error measure(std::vector<Finding> &Findings, StringRef WeightsFile,
              const SourceFiles &Files) {
  auto Weights = MeasuredWeights::load(WeightsFile);
  if (!Weights)
    return inContext("the profile", Weights.takeError());
  for (Finding &F : Findings) {
    F.Allocations = measuredIn(F.Message);
    if (F.Allocations)
      continue;
    unsigned Last = F.At.Line;
    if (const SourceText *Text = Files.known(F.At.File))
      for (auto [Offset, Length] : F.Ranges)
        Last = std::max(Last, Text->lineOf(Offset + (Length ? Length - 1 : 0)));
    if (auto Measured = (*Weights)->of(F.At.File, F.At.Line, Last))
      F.Allocations = Measured->Allocations;
  }
  return Error::success();
}

/// The least comes first.
static auto placeInList(const Finding &F) {
  return std::make_tuple(
      F.Loud != Level::Warning, -double(F.Allocations.value_or(0)),
      F.Heavy.value_or(Weight::MeasuredCold), -int(F.Worth),
      F.Sure.value_or(Certainty::Suspected), StringRef(F.At.File), F.At.Offset,
      StringRef(F.Check), StringRef(F.Message));
}

void rank(std::vector<Finding> &Findings) {
  sort(Findings, [](const Finding &A, const Finding &B) {
    return placeInList(A) < placeInList(B);
  });
}

double rankOf(const Finding &F) {
  const double Level = F.Loud == Level::Warning ? 50 : 0;
  // What was measured is above all else; ten times as much is one more.
  if (F.Allocations.value_or(0))
    return Level + 38 + std::min(std::log10(double(*F.Allocations)), 11.9);
  const int Lighter = int(F.Heavy.value_or(Weight::MeasuredCold));
  const int Doubts = int(F.Sure.value_or(Certainty::Suspected));
  return Level + 5 * (int(Weight::MeasuredCold) - Lighter) +
         1.5 * int(F.Worth) + 0.5 * (int(Certainty::Suspected) - Doubts);
}

} // namespace anomalloc::lint
