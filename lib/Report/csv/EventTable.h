//===- EventTable.h - the events of a trace as CSV --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_CSV_EVENTTABLE_H
#define ANOMALLOC_REPORT_CSV_EVENTTABLE_H

#include "Profile/TracedProfile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// Writes all events of the trace of \p Traced, a line each, in the order of
/// TraceReader. Memory does not depend on their number. The trace is read
/// twice: first for its keys. \p Warn is told what is missing.
llvm::Error writeEventTable(llvm::raw_ostream &OS, TracedProfile &Traced,
                            llvm::function_ref<void(const std::string &)> Warn);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSV_EVENTTABLE_H
