//===- NeverWritten.cpp - zeros that are only read ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nine of ten blocks came from calloc and were read, but never written: they
/// are zeros, unless a library's code filled them. Other blocks that look so
/// were filled by a library: code may not read what nobody wrote.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectNeverWritten(const BlockGroup &L,
                                                  const FindingContext &C) {
  const AccessEvidence A(L, C.P);
  const uint64_t Zeros = A.of(AccessEvidence::Counters::NeverWritten);
  const bool IsZeroed = all_of(
      L.Sites, [&](SiteIndex S) { return C.P.site(S).Callee == "calloc"; });
  if (!A.isKnown() || !IsZeroed || !C.isFrequent(Zeros) || !A.areMost(Zeros) ||
      A.areOfBytes() || A.areGivenToLibraries())
    return std::nullopt;
  MeasuredAnomaly F;
  F.Sure = Confidence::Likely;
  F.Blocks = Zeros;
  F.Evidence = formatv("{0:N} of {1:N} blocks of zeros were read, and never "
                       "written by {2}",
                       Zeros, A.blocks(), ByCountedCode)
                   .str();
  return F;
}

} // namespace anomalloc
