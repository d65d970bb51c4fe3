//===- InChild.h - work whose end is certain --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_INCHILD_H
#define ANOMALLOC_ANOMALLOC_RECORD_INCHILD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

/// Calls \p Work in a child process, waits for its end, and returns its error.
/// What the work has stopped by ptrace(2) runs on at the latest when the child
/// ends, and the work is completed even if this process is killed meanwhile.
/// What it changes in memory is lost. To be called by the only thread.
llvm::Error runInChild(llvm::function_ref<llvm::Error()> Work);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_INCHILD_H
