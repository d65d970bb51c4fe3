//===- Rank.cpp - the hottest findings first ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Collect.h"
#include "Profile/Errors.h"
#include "llvm/ADT/STLExtras.h"
// The same file of weights as the checks read, by the same reader, so that
// message and rank agree.
#include "utils/framework/MeasuredWeights.h"
#include <tuple>

using namespace llvm;
using clang::tidy::anomalloc::MeasuredWeights;

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

Error rankByWeight(std::vector<Finding> &Findings, StringRef WeightsFile,
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
  sort(Findings, [](const Finding &A, const Finding &B) {
    // No number is least.
    return std::tie(B.Allocations, A.At.File, A.At.Offset, A.Check, A.Message) <
           std::tie(A.Allocations, B.At.File, B.At.Offset, B.Check, B.Message);
  });
  return Error::success();
}

} // namespace anomalloc::lint
