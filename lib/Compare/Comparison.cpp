//===- Comparison.cpp - runs of a program, side by side -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/Comparison.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

static const MeasureInfo Infos[] = {
#define ANOMALLOC_MEASURE(Name, Key, Heading, IsBytes, OfLifetimes)            \
  {Key, Heading, IsBytes, OfLifetimes},
#include "Compare/Measures.def"
};

const MeasureInfo &infoOf(Measure M) { return Infos[size_t(M)]; }

ArrayRef<Measure> allMeasures() {
  static const Measure All[] = {
#define ANOMALLOC_MEASURE(Name, Key, Heading, IsBytes, OfLifetimes)            \
  Measure::Name,
#include "Compare/Measures.def"
  };
  return All;
}

Spread Comparison::spread(const ComparedRow &R, Measure M, size_t Side) const {
  const std::vector<uint64_t> &Numbers = R.Values[size_t(M)];
  auto [First, Behind] = RunsOf[Side];
  Spread S = Spread::of(Numbers[First]);
  for (size_t I = First; I != Behind; ++I) {
    auto Its = R.Estimates.find({M, I});
    if (Its == R.Estimates.end()) {
      S.add(Numbers[I]);
      continue;
    }
    S.IsEstimated = true;
    S.add(Its->second.Low);
    S.add(Its->second.High);
  }
  return S;
}

Difference Comparison::difference(const ComparedRow &R, Measure M) const {
  Difference Worst =
      spread(R, M, 0).varies() ? Difference::Varies : Difference::Same;
  for (size_t I = 1; I != Sides.size(); ++I)
    Worst = std::max(Worst, difference(R, M, I));
  return Worst;
}

Difference Comparison::difference(const ComparedRow &R,
                                  const ComparedTable &T) const {
  Difference Worst = Difference::Same;
  for (Measure M : T.Measures)
    // Who held the peak is said of one moment. Where threads make another
    // moment the highest, all rows differ, and nothing has changed.
    if (M != Measure::PeakBytes || &T == &Totals)
      Worst = std::max(Worst, difference(R, M));
  return Worst;
}

std::optional<size_t> Comparison::largestStep(const ComparedRow &R,
                                              Measure M) const {
  std::optional<size_t> At;
  uint64_t Largest = 0;
  for (size_t I = 1; I != Sides.size(); ++I) {
    Spread Before = spread(R, M, I - 1), Now = spread(R, M, I);
    uint64_t Step = gapBetween(Before, Now);
    if (compare(Before, Now) != Difference::Changed || Step <= Largest)
      continue;
    Largest = Step;
    At = I;
  }
  return At;
}

} // namespace anomalloc
