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

/// The facts that a trace and its profile tell before anything is replayed.
struct TracedRun {
  std::string Path;
  TraceSummary Summary;
  /// Names of the keys of Summary. Empty without a profile.
  TracedProfile::Names Names;
  uint64_t Events = 0, Threads = 0;
  uint64_t PeakBytes = 0; ///< Most live bytes.
  std::string Missing;    ///< TraceSummary::Missing
  bool HasProfile = false;
  /// The command line, as words of a shell; "": not known. It is not yet made
  /// printable.
  std::string Command;
  std::string Library;      ///< Library of the run's malloc; "": not known.
  uint64_t Nanoseconds = 0; ///< Wall time of the traced run; 0: unknown.

  static llvm::Expected<TracedRun> look(llvm::StringRef Path);
};

/// Replays the trace at \p Path under each of \p These, \p Repeat times in
/// turn. Time is processor time, less the replayer's own time. The time also
/// contains the first touches of blocks, because an allocator that asks the
/// kernel for fresh pages pays for the pages when they are touched. Each
/// candidate is replayed with the request \p How, but with its own library,
/// pools and arenas, with its settings added to the environment, and with
/// OnlyTotals.
llvm::Expected<std::vector<CandidateRuns>>
measureByReplay(llvm::StringRef Path, const ReplayRequest &How,
                llvm::ArrayRef<Candidate> These, unsigned Repeat);

} // namespace anomalloc

#endif // ANOMALLOC_ADVICE_TRACETRIAL_H
