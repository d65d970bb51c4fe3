//===- ThreadsJson.h - threads and processes as JSON ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_THREADSJSON_H
#define ANOMALLOC_REPORT_REPORT_THREADSJSON_H

#include "Analysis/totals/ThreadTable.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// Writes \p T, the threads of \p P, as `anomalloc schema threads` describes
/// them.
void writeJsonThreads(llvm::raw_ostream &OS, const ThreadTable &T,
                      const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_THREADSJSON_H
