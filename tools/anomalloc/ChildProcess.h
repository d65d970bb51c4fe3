//===- ChildProcess.h - run a program as if we were not there ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CHILDPROCESS_H
#define ANOMALLOC_ANOMALLOC_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace anomalloc {

/// Runs \p Line in our environment and waits for it; signals that are sent to
/// us go on to it. Returns its exit code, or 128 + n if signal n ended it; 127
/// or 126 in the error's stead if it was not found or not executable. Not
/// thread-safe: one child at a time.
struct ChildResult {
  int Code = 0;
  int Signal = 0;     ///< That ended it; 0: none.
  int StartError = 0; ///< errno of the start; 0: it ran.
};
ChildResult runChild(llvm::ArrayRef<std::string> Line);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CHILDPROCESS_H
