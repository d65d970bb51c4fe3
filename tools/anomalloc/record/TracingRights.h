//===- TracingRights.h - may this process be looked into? -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_TRACINGRIGHTS_H
#define ANOMALLOC_ANOMALLOC_RECORD_TRACINGRIGHTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>

namespace anomalloc {

/// The value of \p Key in /proc/PID/status, see proc_pid_status(5); "" if there
/// is none.
std::string statusOf(pid_t Id, llvm::StringRef Key);

/// What stands in the way of recording the process \p Id, as far as it can be
/// seen from outside: it is gone, stopped, traced by another process, in
/// another container, or no program that the runtime can be loaded into.
llvm::Error checkRecordable(pid_t Id);

/// The part of these checks that holds for a process that records, too: it may
/// be traced, and sees files as we do.
llvm::Error checkReachable(pid_t Id);

/// The error if ptrace(2) refused to stop a thread of \p Id with the errno
/// \p Error, and what to do.
llvm::Error whyNotTraced(pid_t Id, int Error);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_TRACINGRIGHTS_H
