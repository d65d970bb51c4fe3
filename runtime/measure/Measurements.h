//===- Measurements.h - what tests measure ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A test measures what a thread, or the whole process, allocates between two
/// calls (anomalloc/test/measurement.h). No profile is needed. While a test
/// measures, the allocation functions also call this code
/// (LongWays.cpp), beside recording what the mode says. At all other
/// times they do not call it.
///
/// A block belongs to the measurements that ran for its thread when the block
/// was made. So each block needs to keep only its thread and the time.
///
/// A forked child finds everything zeroed: it measures nothing until it begins
/// a measurement of its own.
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
  uint64_t PeakBytes; ///< LiveBytes when PeakNumber became PeakSeen.
  uint64_t PeakSeen;
};

struct Measurement {
  Measurement *Next; ///< In the list of running or of unused ones.
  /// Measurements::Clock when the measurement began. 0: it is unused, or
  /// belongs to another process.
  uint64_t Since;
  const void *Thread; ///< Whose blocks count; null: everybody's.
  const void *Begun;  ///< The thread that began.
  uint64_t Base;      ///< Where the stacks of the thread Begun end.
  bool Runs;
  bool WithStacks;

  uint64_t Allocations, Bytes, Frees;
  uint64_t LiveBlocks, LiveBytes;
  uint64_t PeakBytes;
  uint64_t PeakNumber; ///< How often the peak rose.
  uint64_t Unfollowed;
  StackShare Shares[MeasuredStacks::Max];
};

/// All measurements of a process. Part of Process; valid when zeroed.
struct Measurements {
  sys::Lock Lock;
  uint64_t Clock; ///< Measurements begun, plus blocks made in them.
  Measurement *Running;
  Measurement *Unused;
  uint32_t NumRunning;
  uint32_t NumOfProcess; ///< Running, and everybody's blocks count.
  uint32_t NumUsed;      ///< Running, or stopped and not ended yet.
  MeasuredBlocks Blocks;
  MeasuredStacks Stacks;
};

/// Notes that the heap gave \p Block of \p Size bytes. \p Frame is the frame of
/// the allocation function that was called (recordAllocation in Detail.h).
void measureBirth(const uint64_t *Frame, const void *Block, size_t Size);

/// Notes that \p Block is about to be freed. A null \p Block is ignored.
/// Returns what was known about the block.
MeasuredBlock measureDeath(const void *Block);

/// Notes that \p Block was not freed after all. \p B is what measureDeath()
/// returned.
void measureFailedDeath(const void *Block, const MeasuredBlock &B);

/// If \p Measured, makes all our allocation functions call measureBirth() and
/// measureDeath() from now on; else stops that. Holds in forked children, too.
__attribute__((weak)) void interposeForTests(bool Measured);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MEASURE_MEASUREMENTS_H
