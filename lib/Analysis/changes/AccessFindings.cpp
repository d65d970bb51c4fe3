//===- AccessFindings.cpp - what detectors of accesses share --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessFindings.h"
#include "Support/Numbers.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly>
findInMost(const BlockGroup &G, const FindingContext &C,
           AccessEvidence::Counters::Member Which, StringRef Words) {
  const AccessEvidence A(G, C.P);
  const uint64_t Blocks = A.of(Which);
  if (!A.isKnown() || !C.isFrequent(Blocks) || !A.areMost(Blocks))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Sure = Confidence::Likely;
  F.Blocks = Blocks;
  F.Evidence = formatv("{0:N} of {1:N} blocks {2} by {3}", Blocks, A.blocks(),
                       Words, ByCountedCode)
                   .str();
  return F;
}

uint64_t writtenInVain(const BlockGroup &G) {
  using Counters = AccessEvidence::Counters;
  uint64_t Bytes = 0;
  for (const LifetimeTable::Row *R : G.Rows)
    for (const Lifetime *Part : R->Parts)
      if (!Part->Counts.access(Counters::ReadBytes))
        Bytes =
            SaturatingAdd(Bytes, Part->Counts.access(Counters::WrittenBytes));
  return Bytes;
}

std::optional<MeasuredAnomaly> tellAtPeak(const BlocksAtPeak &Found,
                                          const FindingContext &C,
                                          StringRef Words) {
  if (!isMuchAtPeak(Found.Bytes, C))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Sure = Confidence::Likely;
  F.Evidence = formatv("{0} with {1:N} bytes at the peak were {2} by {3}",
                       formatNumberOf(Found.Blocks, "block"), Found.Bytes,
                       Words, ByCountedCode)
                   .str();
  return F;
}

std::optional<MeasuredAnomaly>
findNotUsed(const BlockGroup &G, const FindingContext &C,
            AccessEvidence::Counters::Member Which, StringRef Tenths,
            std::optional<uint64_t> Clock) {
  const AccessEvidence A(G, C.P);
  if (!A.isKnown() || A.areGivenToLibraries())
    return std::nullopt;
  auto F = tellAtPeak(
      countAtPeak(G, [&](const Lifetime &L) { return L.Counts.access(Which); }),
      C, ("not used in the " + Tenths + " of their lives").str());
  if (!F || !Clock)
    return F;
  // The peak is at most so far from an end of the block's life. If that is nine
  // tenths of it at most, the block was not in use at the peak. Moments of
  // accesses are known to 4 KiB.
  constexpr uint64_t Slack = 8 << 10;
  const uint64_t Life = SaturatingAdd(*Clock, *Clock / 9 + Slack);
  F->SavedBytes = countAtPeak(G, [&](const Lifetime &L) {
                    LifetimeSum Its;
                    Its.Buckets = L.Counts.Buckets;
                    // As if those that lived shorter were all of this kind.
                    const uint64_t Short =
                        L.Counts.Allocated - Its.freedAfter(Life);
                    const uint64_t Blocks = L.Counts.access(Which);
                    return Blocks - std::min(Blocks, Short);
                  }).Bytes;
  if (F->SavedBytes)
    F->Evidence += formatv("; {0:N} bytes were surely not in use at the peak",
                           F->SavedBytes)
                       .str();
  return F;
}

} // namespace anomalloc
