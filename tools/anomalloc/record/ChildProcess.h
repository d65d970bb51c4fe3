//===- ChildProcess.h - run a program as if we were not there ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_CHILDPROCESS_H
#define ANOMALLOC_ANOMALLOC_RECORD_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <sys/types.h>

namespace anomalloc {

struct ChildResult {
  int Code = 0;
  int Signal = 0;     ///< The signal that ended it; 0: none.
  int StartError = 0; ///< errno if it did not start; 0: it ran.
  pid_t Id = 0;
};

/// Whether a shell would take the file for a script: no NUL in its first line.
bool isTextFile(const std::string &Path);

/// Runs the file \p Path in our environment, and waits for its end. \p Line are
/// its arguments, with its name as the first. Signals that are sent to us go on
/// to the child. Before the file runs, \p Prepare is called in the child with
/// the child's id. ChildResult::Code is the exit code, or 128 + n if signal n
/// ended the child. It is 127 if the file was not found, and 126 if it could
/// not be executed. Not thread-safe: there may be one child at a time, and no
/// other thread.
ChildResult runChild(const std::string &Path, llvm::ArrayRef<std::string> Line,
                     llvm::function_ref<void(pid_t)> Prepare);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_CHILDPROCESS_H
