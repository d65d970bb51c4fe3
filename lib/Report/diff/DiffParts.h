//===- DiffParts.h - what views of comparisons share ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_DIFF_DIFFPARTS_H
#define ANOMALLOC_REPORT_DIFF_DIFFPARTS_H

#include "Report/diff/DiffViews.h"

namespace anomalloc {

/// "12", "12..14" for a number that varies, "1.2 MiB" for bytes.
std::string diffNumber(const Spread &S, Measure M, const TextStyle &Style);

/// "-12" of two numbers; of ranges, what they are apart at least: ">= 12". ""
/// if nothing changed.
std::string diffChange(const Spread &Base, const Spread &New, Measure M,
                       const TextStyle &Style);
/// The same in per cent of the base; "" without one.
std::string diffPercent(const Spread &Base, const Spread &New);

/// What a row is about, in at most \p Width columns.
std::string diffName(const DiffView &V, const ComparedRow &R, size_t Width,
                     const TextStyle &Style);

/// "new", "gone", or "" for what both the first and the last side have.
std::string diffState(const DiffView &V, const Comparison &C,
                      const ComparedRow &R);

/// What changed of a row whose allocations and bytes are what they were:
/// "temporaries 10 -> 0, never freed 0 -> 10". Else "".
std::string diffBesides(const Comparison &C, const ComparedTable &T,
                        const ComparedRow &R, const TextStyle &Style);

/// "3 changed, 2 vary by themselves, 41 did not change".
std::string diffSummary(const ComparedTable &T, const TextStyle &Style);

/// Rows of the sums, with what they count.
struct DiffSum {
  std::string Name;
  const ComparedRow *Row;
  Measure What;
};
std::vector<DiffSum> diffSums(const Comparison &C);

/// How sites were found, and which were not, of each side but the first.
std::vector<std::string> diffMatches(const Comparison &C,
                                     const TextStyle &Style);

/// The rows to show: what changed, with \p Options.All the others too.
llvm::ArrayRef<ComparedRow> diffRows(const ComparedTable &T,
                                     const DiffOptions &Options);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_DIFF_DIFFPARTS_H
