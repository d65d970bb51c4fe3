//===- ReplayViews.h - a trace under several allocators ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_ALLOCATORS_REPLAYVIEWS_H
#define ANOMALLOC_REPORT_ALLOCATORS_REPLAYVIEWS_H

#include "Replay/Study.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// \code
///   Replay of app.anomalloc   3,117 events of 2 threads
///     peak of live bytes 23.1 MiB in 101,344 blocks; 1.2 GiB allocated
///
///   Under each allocator   median of 3
///     allocator    time  spread  ns/event  touching  peak RSS  /live  ...
///     glibc      0.61 s   1.2 %      12.3     20 ms  25.0 MiB   1.08
/// \endcode
/// Writes at most \p Limit rows of sizes and as many of sites; 0 means all. The
/// texts of S.Model must be printable.
void writeTextReplay(llvm::raw_ostream &OS, const ReplayStudy &S,
                     const TextStyle &Style, size_t Limit);

/// Writes everything, as `anomalloc schema replay` describes it.
void writeJsonReplays(llvm::raw_ostream &OS,
                      llvm::ArrayRef<ReplayStudy> Studies);

/// Writes one line for each run.
void writeCsvReplays(llvm::raw_ostream &OS,
                     llvm::ArrayRef<ReplayStudy> Studies);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_ALLOCATORS_REPLAYVIEWS_H
