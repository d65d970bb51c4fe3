//===- AdviceParts.h - what pieces of advice share, as text -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_ALLOCATORS_ADVICEPARTS_H
#define ANOMALLOC_REPORT_ALLOCATORS_ADVICEPARTS_H

#include "Report/allocators/AdviceViews.h"
#include "Report/text/TextTable.h"

namespace anomalloc {

llvm::StringRef titleOf(AdviceMeasure M);
/// \p Number with its unit but without its sign.
std::string amountOf(AdviceMeasure M, double Number);
/// The median of \p M in \p Its, with its unit.
std::string numberOf(const CandidateRuns &Its, AdviceMeasure M);
/// "7 replays"
std::string replaysOf(unsigned Number);
std::string percentOf(double Part, double Whole);
/// The candidate's name, cut to what there is room for.
TextTable::Cell nameCell(const Candidate &C);

/// Prints paragraphs: first the savings in \p Changes, then the costs, then the
/// measures that do not differ.
void printChanges(llvm::raw_ostream &OS, const TextStyle &Style,
                  const PerMeasure<MeasureChange> &Changes,
                  uint64_t RunNanoseconds);

/// Prints the table of medians and changes.
void printMeasured(llvm::raw_ostream &OS, const TextStyle &Style,
                   llvm::StringRef BaseName, const CandidateRuns &Base,
                   llvm::ArrayRef<const Finalist *> Finalists);

/// Prints the results for pools and arenas. Prints nothing if no pool or arena
/// was tried and none was impossible.
void printServed(llvm::raw_ostream &OS, const AdviceView &V,
                 const TextStyle &Style);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_ALLOCATORS_ADVICEPARTS_H
