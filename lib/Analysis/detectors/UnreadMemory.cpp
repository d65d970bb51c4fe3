//===- UnreadMemory.cpp - large memory that nobody reads ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// At the peak lived blocks that nobody read, of one MiB and a twentieth of the
/// heap or more: never-read, of few blocks.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "Support/Numbers.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectUnreadMemory(const BlockGroup &L,
                                                  const FindingContext &C) {
  using Counters = AccessEvidence::Counters;
  const AccessEvidence A(L, C.P);
  if (!A.isKnown() || A.areOfBytes() || A.areGivenToLibraries())
    return std::nullopt;
  uint64_t Blocks = 0, Untouched = 0;
  MeasuredAnomaly F;
  for (const LifetimeTable::Row *R : L.Rows)
    for (const Lifetime *Part : R->Parts) {
      const uint64_t OfPart = Part->Counts.access(Counters::Untouched);
      const uint64_t Its = atPeakAtLeast(
          *Part,
          SaturatingAdd(Part->Counts.access(Counters::NeverRead), OfPart));
      Blocks = SaturatingAdd(Blocks, Its);
      Untouched = SaturatingAdd(Untouched, std::min(OfPart, Its));
      F.SavedBytes = SaturatingMultiplyAdd(Its, Part->Size, F.SavedBytes);
      if (!Part->Counts.access(Counters::ReadBytes))
        F.SavedTraffic = SaturatingAdd(
            F.SavedTraffic, Part->Counts.access(Counters::WrittenBytes));
    }
  if (!isMuchAtPeak(F.SavedBytes, C))
    return std::nullopt;
  F.Sure = Confidence::Likely;
  F.Evidence = formatv("{0} with {1:N} bytes at the peak were {2} by {3}",
                       formatNumberOf(Blocks, "block"), F.SavedBytes,
                       !Untouched ? "written, and never read"
                       : Untouched == Blocks
                           ? "neither read nor written"
                           : "never read, and partly not written either",
                       ByCountedCode)
                   .str();
  return F;
}

} // namespace anomalloc
