//===- Grade.cpp - what following a finding is worth ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Finding.h"
#include <cmath>

using namespace llvm;

namespace anomalloc::lint {

StringRef nameOf(Severity S) {
  constexpr StringLiteral Names[] = {"unrated", "low", "medium", "high"};
  return Names[int(S)];
}

Grade gradeOf(const Finding &F) {
  if (F.Loud != Level::Warning)
    return Grade::Info;
  return F.Worth == Severity::High ? Grade::Error : Grade::Warning;
}

double rankOf(const Finding &F) {
  const double Level = F.Loud == Level::Warning ? 50 : 0;
  // What was measured is above all else; ten times as much is one more. What
  // findings before this one have is less.
  if (F.allocations()) {
    const double Alone = double(F.Recorded->Alone);
    if (Alone)
      return Level + 38 + std::min(std::log10(Alone), 11.9);
    return Level + 36 + std::min(std::log10(double(F.allocations())) / 6, 1.9);
  }
  const int Lighter = int(F.Heavy.value_or(Weight::MeasuredCold));
  const int Doubts = int(F.Sure.value_or(Certainty::Suspected));
  return Level + 5 * (int(Weight::MeasuredCold) - Lighter) +
         1.5 * int(F.Worth) + 0.5 * (int(Certainty::Suspected) - Doubts);
}

} // namespace anomalloc::lint
