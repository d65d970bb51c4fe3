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

/// Writes a line for each allocation, free and thread in the trace of
/// \p Traced, in the order of TraceReader. Memory does not grow with the number
/// of lines. The trace is read twice: the first time for its keys. \p Warn gets
/// a sentence about what the trace does not tell.
llvm::Error writeEventTable(llvm::raw_ostream &OS, TracedProfile &Traced,
                            llvm::function_ref<void(const std::string &)> Warn);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSV_EVENTTABLE_H
