//===- NeverRead.cpp - blocks that are only written -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nine of ten blocks were written, and never read. Not told of bytes, which
/// programs write for files and other libraries to read, and not where the
/// compiler saw a library's function get a block.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectNeverRead(const BlockGroup &L,
                                               const FindingContext &C) {
  using Counters = AccessEvidence::Counters;
  const AccessEvidence A(L, C.P);
  const uint64_t Unread = A.of(Counters::NeverRead);
  if (!A.isKnown() || !C.isFrequent(Unread) || !A.areMost(Unread) ||
      A.areOfBytes() || A.areGivenToLibraries())
    return std::nullopt;
  MeasuredAnomaly F;
  F.Sure = Confidence::Likely;
  F.Blocks = Unread;
  for (const LifetimeTable::Row *R : L.Rows)
    for (const Lifetime *Part : R->Parts)
      if (!Part->Counts.access(Counters::ReadBytes))
        F.SavedTraffic = SaturatingAdd(
            F.SavedTraffic, Part->Counts.access(Counters::WrittenBytes));
  F.Evidence = formatv("{0:N} of {1:N} blocks were written, and never read by "
                       "{2}",
                       Unread, A.blocks(), ByCountedCode)
                   .str();
  return F;
}

} // namespace anomalloc
