//===- CopiedOnlyRead.cpp - copies in place of their original -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nine of ten blocks were filled by one copy of something, and then only read;
/// and they were freed by the thread that made them, before the process had
/// allocated 64 KiB more. So the original was hardly older than the copy, and
/// most likely still there. What a container moves to when it grows is no copy.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessFindings.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectCopiedOnlyRead(const BlockGroup &L,
                                                    const FindingContext &C) {
  using Counters = AccessEvidence::Counters;
  constexpr uint64_t Soon = 65535;
  const LifetimeSum &S = L.Sum;
  const uint64_t Short = S.freedWithin(Soon);
  const AccessEvidence A(L, C.P);
  if (!A.areMost(Short - std::min(Short, S.FreedElsewhere)) ||
      L.Growth.moves() || C.Growing.madeSome(L))
    return std::nullopt;
  auto F = findInMost(L, C, Counters::CopiedOnlyRead,
                      "were filled by one copy, freed soon, and only read");
  if (!F)
    return F;
  for (const LifetimeTable::Row *R : L.Rows)
    for (const Lifetime *Part : R->Parts)
      F->SavedTraffic = SaturatingMultiplyAdd( // Read there, written here.
          2 * Part->Counts.access(Counters::CopiedOnlyRead), Part->Size,
          F->SavedTraffic);
  return F;
}

} // namespace anomalloc
