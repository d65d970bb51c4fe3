//===- NestedVector.cpp - each row has a block of its own -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The line makes blocks of a vector of vectors: a function of the outer
/// container stands between it and an allocation.
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

bool isInNestedVector(const ChangeLine &L, const Profile &P) {
  return any_of(L.MakerNames, isOfNestedVector) ||
         any_of(L.Sites, [&](SiteIndex S) {
           return any_of(P.site(S).Chain, [](const Frame &F) {
             return isOfNestedVector(F.Function);
           });
         });
}

std::optional<MeasuredAnomaly> detectNestedVector(const BlockGroup &L,
                                                  const FindingContext &C) {
  // Rows that are made out of line do not show; the block of all rows does, in
  // the same line.
  const Frame &Line = L.line().line();
  uint64_t Blocks = L.Allocated.Allocations;
  if (!C.isFrequent(Blocks) || !C.NestedLines.count({Line.File, Line.Line}))
    return std::nullopt;
  MeasuredAnomaly F;
  // A table has one block of all rows, and a row or more.
  F.Blocks = Blocks / 2;
  F.SavedBytes = L.Sum.extraAtPeak() / 2;
  auto [Size, OfThatSize] = L.commonSize();
  F.Evidence = formatv("{0:N} blocks for vectors of vectors, {1:N} of "
                       "them of {2:N} bytes",
                       Blocks, OfThatSize, Size)
                   .str();
  return F;
}

} // namespace anomalloc
