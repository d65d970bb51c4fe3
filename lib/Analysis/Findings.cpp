//===- Findings.cpp - named anomalies with evidence -===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Findings.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

const Anomaly &anomaly(AnomalyKind Kind) {
  static const Anomaly Rows[] = {
#define ANOMALLOC_ANOMALY(Id, Name, Its, Title, Advice)                        \
  {Name, Gain::Its, Title, Advice},
#include "anomalloc/Anomalies.def"
  };
  return Rows[size_t(Kind)];
}

bool FindingContext::isFrequent(uint64_t Number) const {
  constexpr uint64_t Least = 100, OneOf = 1000;
  return Number >= std::max(Least, Allocations / OneOf);
}

/// A finding that says the same with less evidence.
static bool isCovered(AnomalyKind Kind, ArrayRef<MeasuredAnomaly> Findings) {
  return (Kind == AnomalyKind::ShortLived || Kind == AnomalyKind::Reusable) &&
         any_of(Findings, [](const MeasuredAnomaly &F) {
           return F.Kind == AnomalyKind::StackCandidate;
         });
}

std::vector<MeasuredAnomaly> findAnomalies(const BlockGroup &G,
                                           const FindingContext &Context) {
  std::vector<MeasuredAnomaly> Found;
  auto Add = [&](AnomalyKind Kind, std::optional<MeasuredAnomaly> F) {
    if (!F || isCovered(Kind, Found))
      return;
    F->Kind = Kind;
    Found.push_back(std::move(*F));
  };
#define ANOMALLOC_ANOMALY(Id, Name, Gain, Title, Advice)                       \
  Add(AnomalyKind::Id, detect##Id(G, Context));
#include "anomalloc/Anomalies.def"
  return Found;
}

} // namespace anomalloc
