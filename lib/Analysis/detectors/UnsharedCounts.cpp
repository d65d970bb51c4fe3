//===- UnsharedCounts.cpp - atomic counts without need --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks that hold the counts of a std::shared_ptr, of a program with several
/// threads, were all used and freed by the thread that made them. Each copy of
/// the pointer counts with an atomic instruction, which nobody needed. (Where
/// there is one thread alone, libraries count without.)
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// Whether the block at \p S was asked for by a function that makes counts:
/// names of libstdc++ and libc++.
static bool holdsCounts(const Site &S) {
  static constexpr StringLiteral Names[] = {"_Sp_counted", "__shared_count",
                                            "__shared_ptr_emplace",
                                            "__shared_ptr_pointer"};
  return any_of(S.Chain, [](const Frame &F) {
    return any_of(Names,
                  [&](StringRef Name) { return F.Function.contains(Name); });
  });
}

std::optional<MeasuredAnomaly> detectUnsharedCounts(const BlockGroup &L,
                                                    const FindingContext &C) {
  using Counters = AccessEvidence::Counters;
  const AccessEvidence A(L, C.P);
  const bool HasThreads =
      C.P.Lanes.size() > C.P.Processes.size() ||
      any_of(C.P.Lanes, [](const Lane &Its) { return Its.Threads > 1; });
  if (!HasThreads || !A.isKnown() || !C.isFrequent(A.touched()) ||
      A.of(Counters::ByMaker) != A.touched() || L.Sum.FreedElsewhere ||
      !all_of(L.Sites, [&](SiteIndex S) { return holdsCounts(C.P.site(S)); }))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Sure = Confidence::Likely;
  F.Evidence = formatv("all of {0:N} blocks that were used, with their counts, "
                       "were used by the thread alone that made them, as far "
                       "as {1} tells",
                       A.touched(), ByCountedCode)
                   .str();
  return F;
}

} // namespace anomalloc
