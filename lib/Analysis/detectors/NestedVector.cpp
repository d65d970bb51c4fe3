//===- NestedVector.cpp - each row has a block of its own -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The site makes the inner blocks of a vector of vectors: a function of the
/// outer container stands in its inline chain.
///
//===----------------------------------------------------------------------===//

#include "Analysis/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// In the linkage name of a function of std::vector<std::vector<...>>.
static bool isOfNestedVector(StringRef Function) {
  return Function.contains("St6vectorIS_I") ||
         Function.contains("St6vectorIS0_I") ||
         Function.contains("NSt3__16vectorINS0_I") ||
         Function.contains("NSt3__16vectorINS_6vectorI") ||
         Function.contains("St6vectorISt6vectorI");
}

std::optional<MeasuredAnomaly> detectNestedVector(const AllocatingLine &L,
                                                  const FindingContext &C) {
  // Rows that are made out of line do not show; the block of all rows does.
  bool Found = any_of(L.Rows, [&](const LifetimeTable::Row *R) {
    return any_of(C.P.site(*R->Site).Chain,
                  [](const Frame &F) { return isOfNestedVector(F.Function); });
  });
  uint64_t Blocks = Found ? L.Sum.Allocated.Allocations : 0;
  if (!C.isFrequent(Blocks))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks =
      Blocks / 2; // A table has one block of all rows, and a row or more.
  F.SavedNanoseconds = L.leastCost(F.Blocks);
  F.SavedBytes = L.Sum.extraAtPeak() / 2;
  auto [Size, OfThatSize] = L.commonSize();
  F.Evidence = formatv("{0:N} blocks for vectors of vectors, {1:N} of "
                       "them of {2:N} bytes",
                       Blocks, OfThatSize, Size)
                   .str();
  return F;
}

} // namespace anomalloc
