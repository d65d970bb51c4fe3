//===- Unused.cpp - blocks that nobody touches ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Half of the blocks were neither read nor written, or more. Code that counts
/// accesses used others of the same sites, so their users are known.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectUnused(const BlockGroup &L,
                                            const FindingContext &C) {
  const AccessEvidence A(L, C.P);
  const uint64_t Unused = A.of(AccessEvidence::Counters::Untouched);
  if (!A.isKnown() || !C.isFrequent(Unused) || Unused < A.blocks() / 2)
    return std::nullopt;
  MeasuredAnomaly F;
  F.Sure = Confidence::Likely;
  F.Blocks = Unused;
  F.Evidence = formatv("{0:N} of {1:N} blocks were neither read nor written by "
                       "{2}, which used the others",
                       Unused, A.blocks(), ByCountedCode)
                   .str();
  return F;
}

} // namespace anomalloc
