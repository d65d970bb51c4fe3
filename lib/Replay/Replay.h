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
  /// Replays with the built-in allocator that keeps nothing: what the replayer
  /// itself costs.
  bool IsNull = false;
  /// "NAME=value", added to the environment of this process.
  std::vector<std::string> Environment;
  enum class Touch { None, First, All };
  /// What is written of each new block.
  Touch Touches = Touch::All;
  unsigned Copies = 1;   ///< How often the threads of the trace run at once.
  unsigned Points = 100; ///< Moments at which memory is measured.
  bool NoHugePages = false;
  /// Blocks that the replayer serves itself, in the allocator's place: a pool
  /// for each of these sizes, an arena for each activation of these sections.
  std::vector<uint64_t> PoolSizes;
  std::vector<std::string> ArenaSections;
  /// Leaves out which pages are used, what the allocator says, and what it
  /// hands out for a size: time and resident memory alone are faster.
  bool OnlyTotals = false;
};

/// "pool-24, pool-48, arena-solve"
std::string nameOfServed(llvm::ArrayRef<uint64_t> PoolSizes,
                         llvm::ArrayRef<std::string> ArenaSections);

/// A moment of the allocation clock. All of it is that of all copies.
struct ReplayPoint {
  uint64_t Allocated = 0; ///< By one copy.
  uint64_t LiveBytes = 0;
  uint64_t LiveBlocks = 0;
  /// Anonymous memory, beyond what the replayer has without an allocator of
  /// its own: what a library takes when it is loaded counts.
  uint64_t Resident = 0;
};

struct ReplayResult {
  /// Why the replay did not come to its end; "": it did.
  std::string Failure;

  uint64_t Operations = 0;
  uint64_t Nanoseconds = 0; ///< Processor time of all threads, touching too.
  uint64_t TouchNanoseconds = 0; ///< Of it, for blocks of 64 KiB and more.
  uint64_t Waits = 0;            ///< For another thread's block.
  uint64_t WallNanoseconds = 0;
  uint64_t UserNanoseconds = 0, SystemNanoseconds = 0; ///< Of the process.
  /// Processor time of the thread that reads the trace and feeds the replay.
  uint64_t DriverNanoseconds = 0;
  uint64_t PageFaults = 0;

  uint64_t PeakResident = 0; ///< As ReplayPoint::Resident.
  uint64_t MeanResident = 0; ///< Over the allocation clock.
  std::vector<ReplayPoint> Points;
  ReplayPoint AtPeak; ///< Of live bytes.
  PageUse PagesAtPeak;
  std::map<BlockShape, uint64_t> BlocksAtPeak; ///< Of the allocator.
  std::map<BlockShape, uint64_t> Served;       ///< Blocks of pools and arenas.
  ReplayPoint Sparsest; ///< Where the most resident bytes are not live.
  PageUse PagesAtSparsest;
  std::vector<GroupPages> KeptAtSparsest; ///< By TraceSummary::GroupOf.

  using Statistics = std::vector<std::pair<std::string, uint64_t>>;
  Statistics SaidAtPeak, SaidAtEnd;      ///< The allocator's own words.
  std::map<BlockShape, uint64_t> Usable; ///< Bytes handed out.
};

/// The error is that of the trace, or of the machine. What goes wrong in the
/// replaying process is ReplayResult::Failure.
llvm::Expected<ReplayResult> replayTrace(const ReplayInput &Input,
                                         const TraceSummary &Summary,
                                         const ReplayRequest &Request);

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_REPLAY_H
