//===- SnapshotFormat.h - copies of profiles that still grow ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SNAPSHOTFORMAT_H
#define ANOMALLOC_SNAPSHOTFORMAT_H

#include "anomalloc/ProfileFormat.h"

namespace anomalloc {
namespace format {

/// The key of Info that a profile has if its process ran on when it was
/// written. Its FileHeader::EndTime is the time of that.
inline constexpr char SnapshotKey[] = "snapshot";

/// A profile can be copied while its process writes it. Who copies takes the
/// records step by step, the first step first, so that what a row refers to is
/// copied after the row. A record that is new since its step stays out.
inline constexpr unsigned NumCopySteps = 4;
inline constexpr unsigned copyStep(RecordType Type) {
  switch (Type) {
  case RecordType::StackCounts:
  case RecordType::LifetimeBuckets:
  case RecordType::FreeSites:
  case RecordType::GrowthCounters:
  case RecordType::Activations:
    return 0; // Rows of lifetimes, nodes and keys of stacks, ...
  case RecordType::LifetimeTable:
  case RecordType::Counters:
  case RecordType::SizeTable:
  case RecordType::SizeClasses:
    return 1; // Nodes of stacks, units, sections, lanes.
  case RecordType::StackNodes:
  case RecordType::StackKeys:
  case RecordType::LifetimeTotals:
    return 2; // Places, units, sections.
  default:
    return 3;
  }
}

} // namespace format
} // namespace anomalloc

#endif // ANOMALLOC_SNAPSHOTFORMAT_H
