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

#include "Analysis/changes/AccessFindings.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectUnreadMemory(const BlockGroup &L,
                                                  const FindingContext &C) {
  using Counters = AccessEvidence::Counters;
  const AccessEvidence A(L, C.P);
  if (!A.isKnown() || A.mayBeUsedByLibraries())
    return std::nullopt;
  uint64_t Untouched = 0;
  const BlocksAtPeak Found = countAtPeak(L, [&](const Lifetime &Its) {
    const uint64_t OfPart = Its.Counts.access(Counters::Untouched);
    const uint64_t All =
        SaturatingAdd(Its.Counts.access(Counters::NeverRead), OfPart);
    Untouched =
        SaturatingAdd(Untouched, std::min(OfPart, atPeakAtLeast(Its, All)));
    return All;
  });
  auto F = tellAtPeak(Found, C,
                      !Untouched ? "written, and never read"
                      : Untouched == Found.Blocks
                          ? "neither read nor written"
                          : "never read, and partly not written either");
  if (F) {
    F->SavedBytes = Found.Bytes;
    F->SavedTraffic = writtenInVain(L);
  }
  return F;
}

} // namespace anomalloc
