//===- Repeated.cpp - made over and over ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be said where lifetimes were not recorded: the line makes many
/// blocks. Whether they are kept, only the mode lifetime tells. Where they were
/// recorded, it is said of blocks that can be saved whether they stay or not.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Remedies.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// Whether the line starts MPI, or threads of libomp, which keeps them: either
/// library makes many blocks inside, once. No user can change that. (libgomp
/// makes few as it starts, and others for each nested team.)
static bool startsLibrary(const BlockGroup &L) {
  StringRef Callee = L.line().Callee;
  if (Callee.starts_with("__kmpc_fork_"))
    return true;
  Callee.consume_front("P");
  return L.Sites.empty() && Callee.starts_with_insensitive("mpi_init");
}

std::optional<MeasuredAnomaly> detectRepeated(const BlockGroup &L,
                                              const FindingContext &C) {
  uint64_t All = L.Allocated.Allocations;
  if (!C.isFrequent(All) || startsLibrary(L))
    return std::nullopt;
  if (L.HasLifetimes &&
      !remedyFor(L, L.line(), AnomalyKind::Repeated).HelpsWhatStays)
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = All;
  F.Sure = L.HasLifetimes ? Confidence::Measured : Confidence::Likely;
  F.FromCounts = true;
  auto [Size, OfThatSize] = L.commonSize();
  if (L.Sizes.empty())
    F.Evidence =
        formatv("{0:N} blocks, {1:N} bytes", All, L.Allocated.Bytes).str();
  else if (L.Sizes.size() == 1)
    F.Evidence = formatv("{0:N} blocks of {1:N} bytes", All, Size).str();
  else
    F.Evidence = formatv("{0:N} blocks of {1:N} sizes, {2:N} of them of {3:N} "
                         "bytes",
                         All, L.Sizes.size(), OfThatSize, Size)
                     .str();
  if (L.HasLifetimes)
    F.Evidence +=
        formatv(", {0:N} of them live at the peak", L.Sum.AtPeak.Allocations)
            .str();
  if (L.Sites.empty() && !L.Sizes.empty() && C.P.Edges.empty())
    F.Evidence += "; how deep in loops needs instrumented sites";
  return F;
}

} // namespace anomalloc
