//===- EstimateText.cpp - estimated numbers for people --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/EstimateText.h"
#include "Profile/SamplingWords.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;

namespace anomalloc {

/// Three digits and zeros, as 1,230,000.
static uint64_t threeDigits(uint64_t Number) {
  uint64_t Unit = 1;
  while (Number / Unit >= 1000)
    Unit *= 10;
  return Number / Unit * Unit + (Number % Unit > Unit / 2 ? Unit : 0);
}

/// "3 %", "0.4 %"; never less than the error is.
static std::string errorInWords(double Part) {
  double Percent = 100 * Part;
  return Percent < 1 ? formatv("{0:F1} %", std::ceil(Percent * 10) / 10).str()
                     : formatv("{0:F0} %", std::ceil(Percent)).str();
}

static std::string betweenEnds(const Estimate &E,
                               function_ref<std::string(uint64_t)> InWords) {
  return "~" + InWords(E.Value) + " (" + InWords(E.Low) + " to " +
         InWords(E.High) + ")";
}

static std::string inWords(const Estimate &E,
                          function_ref<std::string(uint64_t)> InWords) {
  if (E.IsExact)
    return InWords(E.Value);
  if (!E.Value)
    return "~0 (to " + InWords(E.High) + ")";
  constexpr double WideError = 0.5;
  if (E.isFromFew() || E.relativeError() > WideError)
    return betweenEnds(E, InWords);
  return "~" + InWords(E.Value) + " ± " + errorInWords(E.relativeError());
}

std::string formatEstimate(const Estimate &E, NumberStyle Style) {
  return inWords(E, [&](uint64_t Number) {
    return formatCount(E.IsExact ? Number : threeDigits(Number), Style);
  });
}

std::string formatEstimatedBytes(const Estimate &E) {
  return inWords(E, formatBytes);
}

std::string formatBytesBetween(const Estimate &E) {
  if (E.IsExact)
    return formatBytes(E.Value);
  return E.Low == E.High ? "~" + formatBytes(E.Value)
                         : betweenEnds(E, formatBytes);
}

std::string formatEstimatedPercent(const Estimate &E, uint64_t Whole) {
  if (E.IsExact || !Whole)
    return formatPercent(E.Value, Whole);
  auto Percent = [Whole](uint64_t Part) {
    return std::min(100.0, 100 * double(Part) / double(Whole));
  };
  if (!E.Value)
    return formatv("~0 (to {0:F1} %)", Percent(E.High));
  return formatv("~{0:F1} ± {1:F1} %", Percent(E.Value),
                 (Percent(E.High) - Percent(E.Low)) / 2);
}

std::string aboutIf(const Profile &P, std::string Text) {
  return P.isEstimated() && !Text.empty() ? "~" + Text : Text;
}

std::string estimateNote(const Profile &P) {
  if (!P.isEstimated())
    return "";
  uint64_t Lives = 0, Stacks = 0;
  for (const Lifetime &L : P.Lifetimes)
    Lives += L.Drawn.Blocks;
  for (const StackCount &C : P.StackCounts)
    Stacks += C.Drawn.Blocks;
  return "~: estimated from " +
         formatNumberOf(std::max(Lives, Stacks), "block") + ", drawn " +
         rateInWords(P) + "; in 95 of 100 cases, the truth is in " +
         "the interval";
}

} // namespace anomalloc
