//===- Growth.cpp - how fast something grew -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/Growth.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

static const Process &processOf(const Side &S) {
  return S.Runs.front()->Processes.front();
}

bool isOverTime(const Comparison &C) {
  auto IsOne = [](const Side &S) {
    return S.Runs.size() == 1 && S.Runs.front()->Processes.size() == 1;
  };
  if (!all_of(C.Sides, IsOne))
    return false;
  const Process &First = processOf(C.Sides.front());
  uint64_t Before = 0;
  for (const Side &S : C.Sides) {
    const Process &Its = processOf(S);
    // A number of a process may come again, but not at the same time.
    if (!Its.StartTime || Its.StartTime != First.StartTime ||
        Its.info("pid") != First.info("pid") ||
        Its.info("host") != First.info("host") || Its.EndTime <= Before)
      return false;
    Before = Its.EndTime;
  }
  return true;
}

double growthPerHour(const Comparison &C, const ComparedRow &R, Measure M) {
  constexpr double Hour = 3600e9; // Nanoseconds.
  const double Sides = double(C.Sides.size());
  auto TimeOf = [&](const Side &S) {
    return double(processOf(S).runTime()) / Hour;
  };
  double MeanTime = 0, MeanNumber = 0;
  for (auto [S, Number] : zip(C.Sides, R.Values[size_t(M)])) {
    MeanTime += TimeOf(S) / Sides;
    MeanNumber += double(Number) / Sides;
  }
  double Both = 0, Square = 0;
  for (auto [S, Number] : zip(C.Sides, R.Values[size_t(M)])) {
    const double Time = TimeOf(S) - MeanTime;
    Both += Time * (double(Number) - MeanNumber);
    Square += Time * Time;
  }
  return Square > 0 ? Both / Square : 0;
}

} // namespace anomalloc
