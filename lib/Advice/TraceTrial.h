//===- TraceTrial.h - candidates, measured by replays -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ADVICE_TRACETRIAL_H
#define ANOMALLOC_ADVICE_TRACETRIAL_H

#include "Advice/Advice.h"
#include "Replay/Replay.h"

namespace anomalloc {

/// What a trace and its profile tell before anything is replayed.
struct TracedRun {
  std::string Path;
  TraceSummary Summary;
  /// Of its keys; null and nothing without a profile.
  TracedProfile::Names Names;
  uint64_t Events = 0, Threads = 0;
  uint64_t PeakBytes = 0; ///< Live.
  std::string Missing;    ///< TraceSummary::Missing
  bool HasProfile = false;
  /// As words of a shell; "": not known. It must be made printable.
  std::string Command;
  std::string Library;      ///< That gave it its malloc; "": not known.
  uint64_t Nanoseconds = 0; ///< Wall time, traced; 0: not known.

  static llvm::Expected<TracedRun> look(llvm::StringRef Path);
};

/// Replays the trace at \p Path under each of \p These, \p Repeat times in
/// turn. The time is that of the processor with the first touches of blocks,
/// less what the replayer takes by itself: an allocator that asks the kernel
/// for fresh pages pays for them when they are touched. Of \p How, Library and
/// Environment are set here.
llvm::Expected<std::vector<CandidateRuns>>
measureByReplay(llvm::StringRef Path, const ReplayRequest &How,
                llvm::ArrayRef<Candidate> These, unsigned Repeat);

} // namespace anomalloc

#endif // ANOMALLOC_ADVICE_TRACETRIAL_H
