//===- Measurements.h - what tests measure ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A test measures what a thread, or the whole process, allocates between two
/// calls (anomalloc/test/measurement.h). No profile is needed. While somebody
/// measures, the allocation functions lead here (InterposeInDetail.cpp), beside
/// recording what the mode says; at all other times they know nothing of it.
///
/// A block belongs to the measurements that ran, for its thread, when it was
/// made. So it is enough to know of each block its thread, and the time.
///
/// A forked child finds everything zeroed: it measures nothing until it begins
/// to.
///
/// All functions: any thread, async-signal-safe, errno is kept.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_MEASURE_MEASUREMENTS_H
#define ANOMALLOC_RUNTIME_MEASURE_MEASUREMENTS_H

#include "measure/MeasuredBlocks.h"
#include "measure/MeasuredStacks.h"

namespace anomalloc::runtime {

/// What one stack did during one measurement.
struct StackShare {
  uint64_t Allocations, Bytes;
  uint64_t LiveBlocks, LiveBytes;
  uint64_t PeakBytes; ///< LiveBytes at the peak of number PeakSeen.
  uint64_t PeakSeen;
};

struct Measurement {
  Measurement *Next; ///< Of those that run, or of those that are unused.
  /// Measurements::Clock when it began; 0: it is unused, or of another process.
  uint64_t Since;
  const void *Thread; ///< Whose blocks count; null: everybody's.
  const void *Begun;  ///< The thread that began.
  uint64_t Base;      ///< Where the stacks of that thread end.
  bool Runs;
  bool WithStacks;

  uint64_t Allocations, Bytes, Frees;
  uint64_t LiveBlocks, LiveBytes;
  uint64_t PeakBytes;
  uint64_t PeakNumber; ///< How often the peak rose.
  uint64_t Unfollowed;
  StackShare Shares[MeasuredStacks::Max];
};

/// All of a process. Part of Process; valid when zeroed.
struct Measurements {
  sys::Lock Lock;
  uint64_t Clock; ///< How many began, and how many blocks were made meanwhile.
  Measurement *Running;
  Measurement *Unused;
  uint32_t NumRunning;
  uint32_t NumOfProcess; ///< Of these, those that count everybody's blocks.
  uint32_t NumUsed;      ///< Running, or stopped and not ended yet.
  MeasuredBlocks Blocks;
  MeasuredStacks Stacks;
};

/// The heap gave \p Block of \p Size bytes to the code that called the
/// allocation function whose frame is \p Frame (recordAllocation in Detail.h).
void measureBirth(const uint64_t *Frame, const void *Block, size_t Size);

/// \p Block is about to be given back; null: nothing is. Returns what was known
/// of it.
MeasuredBlock measureDeath(const void *Block);

/// \p B was not given back after all.
void measureFailedDeath(const void *Block, const MeasuredBlock &B);

/// Makes all allocation functions of ours call these, or no longer. In a
/// forked child, too.
__attribute__((weak)) void interposeForTests(bool Measured);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MEASURE_MEASUREMENTS_H
