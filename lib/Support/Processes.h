//===- Processes.h - run many programs at a time ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_PROCESSES_H
#define ANOMALLOC_SUPPORT_PROCESSES_H

#include "Support/TemporaryFolder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace anomalloc {

using CommandLine = std::vector<std::string>;

struct ProcessResult {
  int Code = 0;           ///< Its exit code, if no signal ended it.
  int Signal = 0;         ///< The signal that ended it; 0: none.
  std::string StartError; ///< Why it could not be started; "": it was.
  std::string Out, Err;   ///< What it printed.
  bool TimedOut = false;  ///< The time limit ended it.
  /// What it took of the processors with its own children, in nanoseconds of
  /// user and system time (getrusage(2)).
  uint64_t CpuNanoseconds = 0;

  bool succeeded() const { return !Code && !Signal && StartError.empty(); }
};

/// Runs \p Commands without standard input, at most \p Jobs at a time. Calls
/// \p OnDone with each result as it comes. SIGINT, SIGTERM and SIGHUP kill all
/// commands that run, with their own children. Then an error is returned, and
/// interruptedBy() tells the signal. The output of the commands goes to files
/// in \p Scratch. One call at a time.
llvm::Error runProcesses(
    llvm::ArrayRef<CommandLine> Commands, unsigned Jobs,
    const TemporaryFolder &Scratch,
    llvm::function_ref<void(size_t Index, ProcessResult Result)> OnDone);

/// Runs one command as runProcesses() does, and returns its result. After
/// \p Seconds, if that is not 0, it is killed with its own children; the limit
/// takes the timer of alarm(2), which nobody else may use meanwhile.
llvm::Expected<ProcessResult> runProcess(const CommandLine &Command,
                                         const TemporaryFolder &Scratch,
                                         unsigned Seconds = 0);

/// The signal that ended runProcesses; 0: none.
int interruptedBy();

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_PROCESSES_H
