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

#include "Analysis/changes/AccessFindings.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectNeverRead(const BlockGroup &L,
                                               const FindingContext &C) {
  if (AccessEvidence(L, C.P).mayBeUsedByLibraries())
    return std::nullopt;
  auto F = findInMost(L, C, AccessEvidence::Counters::NeverRead,
                      "were written, and never read");
  if (F)
    F->SavedTraffic = writtenInVain(L);
  return F;
}

} // namespace anomalloc
