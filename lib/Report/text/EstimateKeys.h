//===- EstimateKeys.h - estimated numbers in JSON ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An estimate stands under the key of the exact number. Its interval is an
/// object of its own, which is absent if the number is exact.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_ESTIMATEKEYS_H
#define ANOMALLOC_REPORT_TEXT_ESTIMATEKEYS_H

#include "Analysis/estimate/Estimate.h"
#include "Analysis/estimate/ScaleSamples.h"
#include "Document/Keys.h"
#include "Profile/SamplingWords.h"

namespace anomalloc {

/// An Estimate that is not exact.
struct Interval {
  Estimate Its;
};

inline void describe(Keys<Interval> &K) {
  using Shown = const Interval &;
  K.name("interval", "of an estimate from drawn blocks");
  K.add("low", "the truth lies from low to high in 95 of 100 cases",
        [](Shown I) { return I.Its.Low; });
  K.add("high", [](Shown I) { return I.Its.High; });
  K.add("draws", "drawn blocks that the estimate rests on; with less than 10, "
                 "only its size is known",
        [](Shown I) { return I.Its.Draws; });
}

/// The value of a key with the interval of \p E.
inline IfThere<Interval> intervalOf(const Estimate &E) {
  return ifThere(!E.IsExact, Interval{E});
}

/// Adds the key "sample" of a document. \p Of gives its profile.
template <typename T, typename Getter>
void describeSample(Keys<T> &K, Getter Of) {
  K.add("sample",
        "how blocks were drawn, if not all were recorded in detail: "
        "\"bytes:N\", one in N bytes, \"count:N\", one block in N, or "
        "\"auto:N..M\", one in N bytes at first and in M bytes at last; then "
        "numbers of stacks and lifetimes are estimates, other counts are exact",
        [Of](const T &Its) -> IfThere<std::string> {
          const Profile &P = Of(Its);
          return ifThere(P.isEstimated(), rateName(P));
        });
}

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_ESTIMATEKEYS_H
