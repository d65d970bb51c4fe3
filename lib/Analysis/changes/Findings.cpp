//===- Findings.cpp - named anomalies with evidence -===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
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
  if (IsPart)
    return Number != 0;
  return Number >= std::max(Least, Allocations / OneOf);
}

/// A finding that says the same with less evidence.
static bool isCovered(AnomalyKind Kind, ArrayRef<MeasuredAnomaly> Findings) {
  // The rows of a triangle have the sizes of what grows in steps.
  if (Kind == AnomalyKind::GrowthByCopying && !Findings.empty() &&
      Findings.front().Kind == AnomalyKind::NestedVector &&
      Findings.front().Sure == Confidence::Likely)
    return true;
  return (Kind == AnomalyKind::ShortLived || Kind == AnomalyKind::Reusable) &&
         any_of(Findings, [](const MeasuredAnomaly &F) {
           return F.Kind == AnomalyKind::StackCandidate;
         });
}

using Detector = std::optional<MeasuredAnomaly> (*)(const BlockGroup &,
                                                    const FindingContext &);
static const Detector Detectors[] = {
#define ANOMALLOC_ANOMALY(Id, Name, Gain, Title, Advice) detect##Id,
#include "anomalloc/Anomalies.def"
};

std::optional<MeasuredAnomaly> findAnomaly(AnomalyKind Kind,
                                           const BlockGroup &G,
                                           const FindingContext &Context) {
  std::optional<MeasuredAnomaly> F = Detectors[size_t(Kind)](G, Context);
  if (F) {
    F->Kind = Kind;
    F->MostBlocks = std::max(F->Blocks, F->MostBlocks);
  }
  return F;
}

std::vector<MeasuredAnomaly> findAnomalies(const BlockGroup &G,
                                           const FindingContext &Context) {
  std::vector<MeasuredAnomaly> Found;
  for (size_t I = 0; I != std::size(Detectors); ++I)
    if (auto F = findAnomaly(AnomalyKind(I), G, Context);
        F && !isCovered(F->Kind, Found))
      Found.push_back(std::move(*F));
  return Found;
}

} // namespace anomalloc
