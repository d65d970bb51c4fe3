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

#include "Analysis/changes/AccessFindings.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectNeverWritten(const BlockGroup &L,
                                                  const FindingContext &C) {
  const bool AreZeroed = all_of(
      L.Sites, [&](SiteIndex S) { return C.P.site(S).Callee == "calloc"; });
  if (!AreZeroed || AccessEvidence(L, C.P).mayBeUsedByLibraries())
    return std::nullopt;
  return findInMost(L, C, AccessEvidence::Counters::NeverWritten,
                    "of zeros were read, and never written");
}

} // namespace anomalloc
