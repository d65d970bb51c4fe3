//===- Leak.cpp - blocks that were never freed ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The process ended in order and the blocks were still there: at least a
/// hundred of them, or 64 KiB. One block for the whole run is no leak that
/// grows.
///
//===----------------------------------------------------------------------===//

#include "Analysis/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectLeak(const AllocatingLine &L,
                                          const FindingContext &C) {
  constexpr uint64_t ManyBlocks = 100, ManyBytes = 64 << 10;
  const Amount &Live = L.Sum.Live;
  if (!C.Ended || Live.Allocations < 2 ||
      (Live.Allocations < ManyBlocks && Live.Bytes < ManyBytes))
    return std::nullopt;
  MeasuredAnomaly F;
  F.SavedBytes = Live.Bytes;
  F.Evidence =
      formatv("{0:N} of {1:N} blocks, {2:N} bytes, lived when the "
              "program ended",
              Live.Allocations, L.Sum.Allocated.Allocations, Live.Bytes)
          .str();
  return F;
}

} // namespace anomalloc
