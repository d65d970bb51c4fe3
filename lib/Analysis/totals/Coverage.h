//===- Coverage.h - what was seen and what was not --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_COVERAGE_H
#define ANOMALLOC_ANALYSIS_TOTALS_COVERAGE_H

#include "Profile/Profile.h"

namespace anomalloc {

/// What was seen of the run, and what was not. Covers the whole profile,
/// whatever the filters are.
struct Coverage {
  uint64_t Processes = 0;
  uint64_t Ended = 0; ///< Processes whose exit handlers ran.
  /// Processes that 'anomalloc record --pid' recorded; those that ran on when
  /// their record was complete, after --pid or as a snapshot.
  uint64_t Attached = 0, Detached = 0;
  uint64_t EndedBefore = 0; ///< Ranks that were recorded up to MPI_Finalize.
  uint64_t Interposed = 0; ///< Processes whose dark allocations were seen.
  uint64_t Bypassed = 0;   ///< Processes with an allocator before ours.
  uint64_t PartlyInterposed = 0; ///< Both Interposed and Bypassed.
  /// Processes that never called malloc. Their malloc is a library's, so a call
  /// would have been seen.
  uint64_t Uncalled = 0;
  /// Processes whose dark allocations would all be counted.
  uint64_t watched() const { return Interposed + Uncalled; }
  uint64_t Instrumented = 0; ///< Processes with at least one unit.
  uint64_t Units = 0;        ///< The most that one process registered.
  uint64_t Threads = 0;
  uint64_t Sites = 0; ///< Known at compile time.
  /// Sites that were found in binaries. All of them ran.
  uint64_t Recovered = 0;
  uint64_t SitesHit = 0; ///< Sites with at least one allocation.
  /// Those of SitesHit whose code has no debug information.
  uint64_t SitesWithoutLine = 0;
  /// Processes that had too little address space for the mode asked for.
  uint64_t Reduced = 0;
  /// The modes of one of the Reduced: as asked for, and as recorded.
  std::string Asked, Recorded;
  uint64_t DroppedEvents = 0;
  uint64_t DroppedBytes = 0;
  std::string DroppedBecause; ///< The reason in one of the processes.
  /// What had no room of its own in sampled runs (option room): the first time
  /// (nanoseconds since 1970; 0: never), and how often.
  struct NoRoom {
    uint64_t Since = 0;
    uint64_t Events = 0;
  };
  NoRoom Stacks; ///< Drawn blocks that are counted without their stacks.
  NoRoom Sizes;  ///< Allocations that are counted by powers of two.
  /// Processes that the recorded processes started, and that have no profile.
  uint64_t Unrecorded = 0;
  std::string UnrecordedBecause; ///< The reason for one of Unrecorded.
  uint64_t Nanoseconds = 0;      ///< The longest run of a process that exited.
  std::vector<std::string> Allocators; ///< Paths, each once, sorted.
};

Coverage computeCoverage(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_COVERAGE_H
