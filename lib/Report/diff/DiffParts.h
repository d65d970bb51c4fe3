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

/// The change between two numbers: "-12". For two ranges, the least possible
/// change: "-12 or more". "" if nothing changed.
std::string diffChange(const Spread &Base, const Spread &New, Measure M,
                       const TextStyle &Style);
/// The change of diffChange() in per cent of the base. "new" if the base is 0,
/// "" if nothing changed.
std::string diffPercent(const Spread &Base, const Spread &New);

/// What diffChange() is in an hour, if the sides are over time (Growth.h):
/// "+12.05 MiB". "~" is before an estimate. "" if nothing changed.
std::string diffPerHour(const Comparison &C, const ComparedRow &R, Measure M,
                        const TextStyle &Style);

/// The name of the thing that \p R is about, in at most \p Width columns.
std::string diffName(const DiffView &V, const ComparedRow &R, size_t Width,
                     const TextStyle &Style);

/// "new" if the first side lacks \p R, "gone" if the last side lacks it, else
/// "". "" for functions and for rows without a place.
std::string diffState(const DiffView &V, const Comparison &C,
                      const ComparedRow &R);

/// The measures that changed in a row whose allocations and bytes did not
/// change: "temporaries 10 -> 0, never freed 0 -> 10". "" for other rows.
std::string diffBesides(const Comparison &C, const ComparedTable &T,
                        const ComparedRow &R, const TextStyle &Style);

/// "3 changed, 2 vary by themselves, 41 did not change".
std::string diffSummary(const ComparedTable &T, const TextStyle &Style);

/// One sum over the program: its name, its row, and the measure to show.
struct DiffSum {
  std::string Name;
  const ComparedRow *Row;
  Measure What;
};
std::vector<DiffSum> diffSums(const Comparison &C);

/// For each side but the first, a line that counts the sites by how they were
/// found again, and those that were not found.
std::vector<std::string> diffMatches(const Comparison &C,
                                     const TextStyle &Style);

/// The rows to show: those that changed or, with \p Options.All, all rows.
llvm::ArrayRef<ComparedRow> diffRows(const ComparedTable &T,
                                     const DiffOptions &Options);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_DIFF_DIFFPARTS_H
