//===- AccessFindings.h - what detectors of accesses share ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two shapes that several detectors have: nine of ten blocks of a frequent
/// line were used in some way, or such blocks are much at the peak.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_ACCESSFINDINGS_H
#define ANOMALLOC_ANALYSIS_CHANGES_ACCESSFINDINGS_H

#include "Analysis/changes/AccessEvidence.h"

namespace anomalloc {

/// Tells of the blocks of \p G that \p Which counts, if these are frequent and
/// nine of ten. \p Words say what is wrong with them.
std::optional<MeasuredAnomaly>
findInMost(const BlockGroup &G, const FindingContext &C,
           AccessEvidence::Counters::Member Which, llvm::StringRef Words);

/// Bytes that were written to the blocks of \p G of those sizes that nobody
/// read.
uint64_t writtenInVain(const BlockGroup &G);

/// Blocks of a group at the peak, at least.
struct BlocksAtPeak {
  uint64_t Blocks = 0, Bytes = 0;
};

/// The blocks of \p G at the peak of which \p Number, called with a row, tells
/// how many the row has.
template <typename Function>
BlocksAtPeak countAtPeak(const BlockGroup &G, Function Number) {
  BlocksAtPeak Sum;
  for (const LifetimeTable::Row *R : G.Rows)
    for (const Lifetime *Part : R->Parts) {
      const uint64_t Its = atPeakAtLeast(*Part, Number(*Part));
      Sum.Blocks = llvm::SaturatingAdd(Sum.Blocks, Its);
      Sum.Bytes = llvm::SaturatingMultiplyAdd(Its, Part->Size, Sum.Bytes);
    }
  return Sum;
}

/// Tells of \p Found, if it is much. \p Words say what is wrong with the
/// blocks. Nothing is claimed as saved.
std::optional<MeasuredAnomaly> tellAtPeak(const BlocksAtPeak &Found,
                                          const FindingContext &C,
                                          llvm::StringRef Words);

/// Tells of the blocks of \p G that \p Which counts, if they are much at the
/// peak. Nobody accessed them in the \p Tenths ("first nine tenths") of their
/// lives. From the peak to the end of the run where the tenths lie, the process
/// allocated at most \p Clock bytes (none: not known). The blocks that lived so
/// long that the peak surely fell into the tenths are claimed as saved.
std::optional<MeasuredAnomaly>
findNotUsed(const BlockGroup &G, const FindingContext &C,
            AccessEvidence::Counters::Member Which, llvm::StringRef Tenths,
            std::optional<uint64_t> Clock);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_ACCESSFINDINGS_H
