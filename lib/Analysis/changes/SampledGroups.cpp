//===- SampledGroups.cpp - what is sure of a sampled group ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/SampledGroups.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Estimates sums over the rows of a group.
class Ends {
public:
  Ends(const BlockGroup &G, const Profile &P, bool High)
      : G(G), P(P), High(High) {}

  template <typename Getter> uint64_t blocks(Getter Of) const {
    return sum(Of, /*OfBytes=*/false);
  }
  template <typename Getter> Amount amount(Getter Of) const {
    return {sum(Of, false), sum(Of, true)};
  }

private:
  template <typename Getter> uint64_t sum(Getter Of, bool OfBytes) const {
    SampleSum T;
    for (const LifetimeTable::Row *R : G.Rows)
      for (const Lifetime *L : R->Parts)
        T.add(P, L->Drawn, Of(L->Counts), OfBytes ? L->Size : 1);
    Estimate E = T.estimate(P);
    return High ? E.High : E.Low;
  }

  const BlockGroup &G;
  const Profile &P;
  const bool High;
};

} // namespace

BlockGroup atEndOfInterval(const BlockGroup &G, const Profile &P, bool High) {
  BlockGroup End = G;
  const Ends Of(G, P, High);
  using Counts = const LifetimeCounts &;
  LifetimeSum &S = End.Sum;
  S.Allocated = G.Allocated;
  S.Freed = Of.amount([](Counts C) { return C.Freed; });
  S.Live = Of.amount([](Counts C) { return C.live(); });
  S.AtPeak = Of.amount([](Counts C) { return C.AtPeak; });
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text)                          \
  S.Member = Of.blocks([](Counts C) { return C.Member; });
#include "anomalloc/LifetimeCounters.def"
  // Detectors ask for all blocks that lived so long or shorter. The interval of
  // such a sum is narrower than the sum of intervals.
  uint64_t Shorter = 0;
  for (auto &[Number, Blocks] : S.Buckets) {
    uint32_t Last = Number;
    if (Last >= format::LifetimeBuckets::NumBuckets) {
      Blocks = Of.blocks([Last](Counts C) { return C.bucket(Last); });
      continue;
    }
    uint64_t Sum = Of.blocks([Last](Counts C) {
      uint64_t All = 0;
      for (auto I = C.Buckets.begin(), E = C.Buckets.upper_bound(Last); I != E;
           ++I)
        All = SaturatingAdd(All, I->second);
      return All;
    });
    Blocks = Sum - std::min(Sum, Shorter);
    Shorter = std::max(Sum, Shorter);
  }
  return End;
}

uint64_t drawsOf(const BlockGroup &G) {
  uint64_t Sum = 0;
  for (const LifetimeTable::Row *R : G.Rows)
    for (const Lifetime *L : R->Parts)
      Sum = SaturatingAdd(Sum, L->Drawn.Blocks);
  return Sum;
}

} // namespace anomalloc
