//===- Findings.cpp - named anomalies with evidence -===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "Analysis/changes/SampledGroups.h"
#include "Support/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

const Anomaly &anomaly(AnomalyKind Kind) {
  static const Anomaly Rows[] = {
#define ANOMALLOC_ANOMALY(Id, Name, Gives, By, Its, Title, Advice)             \
  {Name, Gain::Gives, AdvisedBy::By, Work::Its, Title, Advice},
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

std::optional<MeasuredAnomaly>
FindingContext::findInLoop(const BlockGroup &G, StringRef Words) const {
  constexpr uint64_t Least = 10;
  const Amount &Its = G.Allocated;
  if (!G.Depth || Its.Allocations < (IsPart ? 1 : Least))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = Its.Allocations;
  F.FromCounts = true;
  F.Evidence = formatv("{0:N} blocks, {1:N} bytes, made in a loop; {2}",
                       Its.Allocations, Its.Bytes, Words)
                   .str();
  return F;
}

/// A finding that says the same with less evidence.
static bool isCovered(AnomalyKind Kind, ArrayRef<MeasuredAnomaly> Findings) {
  // The rows of a triangle have the sizes of what grows in steps.
  if (Kind == AnomalyKind::GrowthByCopying && !Findings.empty() &&
      Findings.front().Kind == AnomalyKind::NestedVector &&
      Findings.front().Sure == Confidence::Likely)
    return true;
  auto Has = [&](AnomalyKind Other) {
    return any_of(Findings,
                  [&](const MeasuredAnomaly &F) { return F.Kind == Other; });
  };
  if (Kind == AnomalyKind::UnreadMemory)
    return Has(AnomalyKind::NeverRead);
  // When they were last used says more than how old they are.
  if (Kind == AnomalyKind::LateFree)
    return Has(AnomalyKind::Idle);
  return (Kind == AnomalyKind::ShortLived || Kind == AnomalyKind::Reusable) &&
         Has(AnomalyKind::StackCandidate);
}

using Detector = std::optional<MeasuredAnomaly> (*)(const BlockGroup &,
                                                    const FindingContext &);
static const Detector Detectors[] = {
#define ANOMALLOC_ANOMALY(Id, ...) detect##Id,
#include "anomalloc/Anomalies.def"
};

static std::string rangeInWords(uint64_t Low, uint64_t High, const char *Unit) {
  if (Low == High)
    return "";
  return formatv(", {0:N} to {1:N} {2} in 95 of 100 cases", Low, High, Unit);
}

/// Takes what was found of an estimated group for true only if it is found at
/// both ends of the intervals, too.
static std::optional<MeasuredAnomaly> judgeEnds(MeasuredAnomaly F,
                                                Detector Judge,
                                                const BlockGroup &G,
                                                const FindingContext &Context) {
  const uint64_t Draws = drawsOf(G);
  if (!F.FromCounts && Draws < Estimate::FewDraws)
    return std::nullopt;
  auto Low = Judge(atEndOfInterval(G, Context.P, /*High=*/false), Context);
  auto High = Judge(atEndOfInterval(G, Context.P, /*High=*/true), Context);
  if (!Low || !High)
    return std::nullopt;
  auto [Least, Most] = std::minmax({Low->Blocks, F.Blocks, High->Blocks});
  auto [LeastSaved, MostSaved] =
      std::minmax({Low->SavedBytes, F.SavedBytes, High->SavedBytes});
  if (!F.FromCounts)
    F.Evidence = "about " + F.Evidence + "; estimated from " +
                 formatNumberOf(Draws, "drawn block") +
                 (MostSaved ? rangeInWords(LeastSaved, MostSaved, "bytes")
                            : rangeInWords(Least, Most, "blocks"));
  F.Blocks = Least;
  F.MostBlocks =
      std::max({Most, Low->MostBlocks, F.MostBlocks, High->MostBlocks});
  F.SavedBytes = LeastSaved;
  return F;
}

std::optional<MeasuredAnomaly> findAnomaly(AnomalyKind Kind,
                                           const BlockGroup &G,
                                           const FindingContext &Context) {
  const bool IsOnDevice = G.Space != MemorySpace::Host;
  if (IsOnDevice != (anomaly(Kind).Gain == Gain::Devices))
    return std::nullopt;
  std::optional<MeasuredAnomaly> F = Detectors[size_t(Kind)](G, Context);
  if (F && G.HasLifetimes && Context.P.isEstimated())
    F = judgeEnds(std::move(*F), Detectors[size_t(Kind)], G, Context);
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
