//===- LateFree.cpp - old blocks under a late peak ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks that were old when the heap was largest, and were freed after that.
/// Whether they were still needed cannot be seen. But a program's main data is
/// as a rule made just before the heap first gets to its height; these were
/// made long before, and much had come and gone since:
/// \code
///   live  |                                ____
///         |        .  . .  .  .  . .  . __/    \__
///         |  _____/ \/ \ \/ \/ \/ \/ \_/ these    \_
///         +-----------------------------------------> allocated
///           ^ made          the peak ^      ^ freed
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectLateFree(const BlockGroup &L,
                                              const FindingContext &C) {
  constexpr uint64_t ManyBytes = 1 << 20, OneOf = 20;
  const LifetimeTable &T = C.Lifetimes;
  const std::optional<uint64_t> AfterPeak = T.mostAfterPeak();
  if (!AfterPeak) // Several processes: they have no common clock.
    return std::nullopt;
  // Freed before the end, so of age at the peak at least: its place on the
  // clock and the life, less the whole clock.
  uint64_t OldEnough =
      std::max(T.Clock / 4, SaturatingMultiply<uint64_t>(2, T.PeakBytes));
  uint64_t Life = std::max(T.Clock / 2, SaturatingAdd(OldEnough, *AfterPeak));
  uint64_t Bytes = 0, Blocks = 0;
  for (const LifetimeTable::Row *R : L.Rows)
    for (const Lifetime *Part : R->Parts) {
      LifetimeSum Its;
      Its.Buckets = Part->Counts.Buckets;
      // If all that lived shorter had been there at the peak.
      uint64_t Others = Part->Counts.Allocated - Its.freedAfter(Life);
      uint64_t Old =
          Part->Counts.AtPeak - std::min(Part->Counts.AtPeak, Others);
      Blocks = SaturatingAdd(Blocks, Old);
      Bytes = SaturatingMultiplyAdd(Old, Part->Size, Bytes);
    }
  if (Bytes < std::max(ManyBytes, T.PeakBytes / OneOf))
    return std::nullopt;
  // Else the line goes on making them up to the peak: they are of one sort, in
  // use as the others.
  if (Bytes < L.Sum.AtPeak.Bytes / 2)
    return std::nullopt;
  MeasuredAnomaly F;
  F.Evidence =
      formatv("{0:N} blocks, {1:N} bytes, were old at the peak and freed after "
              "it: without them it would be up to so much lower",
              Blocks, Bytes)
          .str();
  return F;
}

} // namespace anomalloc
