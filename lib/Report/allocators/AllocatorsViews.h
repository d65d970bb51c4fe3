//===- AllocatorsViews.h - a study of allocators in each format -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// \code
///   Under 2 allocators   10 runs each; medians, and the range of all runs
///     allocator  events/s    +-  wall time    +-  peak RSS ...
///     glibc         1,234  2.1 %    1.204 s 1.0 %  12.3 MiB
///     jemalloc      1,390  1.9 %    1.101 s 1.2 %  14.1 MiB
///
///   Against glibc
///     metric     jemalloc 12.6 % more
///     wall time  jemalloc 8.6 % less
///     CPU time   no difference: jemalloc
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_ALLOCATORS_ALLOCATORSVIEWS_H
#define ANOMALLOC_REPORT_ALLOCATORS_ALLOCATORSVIEWS_H

#include "Allocators/Study.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

void writeTextAllocators(llvm::raw_ostream &OS, const Study &S,
                         const StudyVerdict &V, const TextStyle &Style);
void writeJsonAllocators(llvm::raw_ostream &OS, const Study &S,
                         const StudyVerdict &V);
/// Writes one row for each run.
void writeCsvAllocators(llvm::raw_ostream &OS, const Study &S);
void writeSvgAllocators(llvm::raw_ostream &OS, const Study &S);

/// A number of a measure, for people: "1.234 s", "12.34 MiB".
std::string studyNumber(StudyUnit Unit, double Number);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_ALLOCATORS_ALLOCATORSVIEWS_H
