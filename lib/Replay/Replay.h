//===- Replay.h - a trace's requests, under another allocator ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes and frees the blocks of a trace in a fresh process, under an allocator
/// of choice, and measures what that takes.
/// \code
///   Expected<TraceSummary> Its = summarize(Input);
///   ReplayRequest Request = {Replayer, "/usr/lib/.../libjemalloc.so.2"};
///   Request.Environment = {"MALLOC_CONF=dirty_decay_ms:0"};
///   Expected<ReplayResult> Result = replayTrace(Input, *Its, Request);
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_REPLAY_H
#define ANOMALLOC_REPLAY_REPLAY_H

#include "Replay/PageUse.h"
#include "Replay/TraceSummary.h"
#include <map>

namespace anomalloc {

struct ReplayRequest {
  std::string Replayer; ///< The program of Replayer/Main.cpp.
  std::string Library;  ///< Absolute path to preload; "": glibc.
  /// Replays with the built-in allocator that keeps nothing. This measures the
  /// costs of the replayer itself.
  bool IsNull = false;
  /// "NAME=value". The replayer runs in the environment of this process with
  /// these variables added.
  std::vector<std::string> Environment;
  enum class Touch { None, First, All };
  /// Which bytes of each new block are written.
  Touch Touches = Touch::All;
  unsigned Copies = 1;   ///< How often the threads of the trace run at once.
  unsigned Points = 100; ///< Moments at which memory is measured.
  bool NoHugePages = false;
  /// The replayer serves some blocks itself, in the allocator's place. It has a
  /// pool for each of these sizes, and an arena for each activation of these
  /// sections.
  std::vector<uint64_t> PoolSizes;
  std::vector<std::string> ArenaSections;
  /// Measures only time and resident memory, which is faster. Leaves out the
  /// used pages, the allocator's statistics, and usable sizes.
  bool OnlyTotals = false;
};

/// "pool-24, pool-48, arena-solve"
std::string nameOfServed(llvm::ArrayRef<uint64_t> PoolSizes,
                         llvm::ArrayRef<std::string> ArenaSections);

/// A moment of the allocation clock. Numbers are sums over all copies, except
/// for Allocated.
struct ReplayPoint {
  uint64_t Allocated = 0; ///< By one copy.
  uint64_t LiveBytes = 0;
  uint64_t LiveBlocks = 0;
  /// Anonymous memory of the replayer, less what it has without an allocator.
  /// Memory that a library takes when it is loaded counts.
  uint64_t Resident = 0;
};

struct ReplayResult {
  /// Why the replay did not come to its end; "": it did.
  std::string Failure;

  uint64_t Operations = 0;
  uint64_t Nanoseconds = 0; ///< Processor time of all threads, with touching.
  /// The part of Nanoseconds in which 64 KiB or more were touched in one piece.
  uint64_t TouchNanoseconds = 0;
  uint64_t Waits = 0; ///< How often a thread waited for another.
  uint64_t WallNanoseconds = 0;
  uint64_t UserNanoseconds = 0, SystemNanoseconds = 0; ///< Of the process.
  /// Processor time of the thread that reads the trace and feeds the replay.
  uint64_t DriverNanoseconds = 0;
  uint64_t PageFaults = 0;

  uint64_t PeakResident = 0; ///< As ReplayPoint::Resident.
  uint64_t MeanResident = 0; ///< Over the allocation clock.
  std::vector<ReplayPoint> Points;
  ReplayPoint AtPeak; ///< At the peak of live bytes.
  PageUse PagesAtPeak;
  std::map<BlockShape, uint64_t> BlocksAtPeak; ///< Blocks of the allocator.
  std::map<BlockShape, uint64_t> Served;       ///< Blocks of pools and arenas.
  /// The point where resident bytes exceed live bytes the most.
  ReplayPoint Sparsest;
  PageUse PagesAtSparsest;
  std::vector<GroupPages> KeptAtSparsest; ///< By TraceSummary::GroupOf.

  using Statistics = std::vector<std::pair<std::string, uint64_t>>;
  Statistics SaidAtPeak, SaidAtEnd;      ///< The allocator's statistics.
  std::map<BlockShape, uint64_t> Usable; ///< Bytes handed out per block.
};

/// Fails if the trace cannot be read, or if the machine lacks something that a
/// replay needs. Errors in the replaying process go to ReplayResult::Failure.
llvm::Expected<ReplayResult> replayTrace(const ReplayInput &Input,
                                         const TraceSummary &Summary,
                                         const ReplayRequest &Request);

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_REPLAY_H
