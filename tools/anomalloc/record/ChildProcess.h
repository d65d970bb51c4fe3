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
  int Signal = 0;     ///< That ended it; 0: none.
  int StartError = 0; ///< errno of the start; 0: it ran.
  pid_t Id = 0;
};

/// Whether a shell would take the file for a script: no NUL in its first line.
bool isTextFile(const std::string &Path);

/// Runs the file \p Path with the arguments \p Line, its name among them, in
/// our environment, and waits for it; signals that are sent to us go on to it.
/// Before it begins, \p Prepare runs in the child, with its id. Returns its
/// exit code, or 128 + n if signal n ended it; 127 or 126 in the error's stead
/// if it was not found or not executable. Not thread-safe: one child at a time,
/// and no other thread.
ChildResult runChild(const std::string &Path, llvm::ArrayRef<std::string> Line,
                     llvm::function_ref<void(pid_t)> Prepare);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_CHILDPROCESS_H
