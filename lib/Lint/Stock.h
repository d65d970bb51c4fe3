//===- Stock.h - what clang-tidy's own checks say ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stock checks know no loops, and say what ours say of the same line. So their
// findings get a weight, and of two on one expression one is shown:
//
//   a.cpp:5:3: warning: performance-for-range-copy   \ one finding, with
//   a.cpp:5:3: warning: anomalloc-unnecessary-copy   / the better fix
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_STOCK_H
#define ANOMALLOC_LINT_STOCK_H

#include "Review/SourceFiles.h"
#include "Weights/LineWeights.h"
#include <map>

namespace anomalloc::lint {

/// By real path.
using WeightsOfFiles = std::map<std::string, LineWeights>;

/// A row of StockChecks.def.
struct StockRow {
  llvm::StringRef Name;
  Severity Worth;
  Certainty Surest;
  Weight AtLeast;
  llvm::StringRef Ours; ///< Separated by commas, without anomalloc-.
};

llvm::ArrayRef<StockRow> stockChecks();
/// Null for a check that is no row.
const StockRow *findStock(llvm::StringRef Name);
/// Options of stock checks that lint sets.
std::map<std::string, std::string> stockOptions();

/// Gives certainty, weight and level to findings of others. A check that is no
/// row was asked for by name: its findings stay warnings. Of rows, what is
/// Silent by Levels.def goes, and what stands in a cold file and was not
/// measured. A line that nothing is known of counts as run once a call.
void weighStock(std::vector<Finding> &Findings, const WeightsOfFiles &Weights);

/// Drops findings that a comment silences under the other name: with
/// NOLINT(anomalloc-unnecessary-copy), performance-for-range-copy says nothing
/// of the line, either. And the other way round. (NOLINT, NOLINTNEXTLINE, and
/// the lines from NOLINTBEGIN to NOLINTEND.)
void dropSilenced(std::vector<Finding> &Findings, const SourceFiles &Files);

/// Leaves one of several findings on one expression, if stock checks are among
/// them: the surest, of equal ones ours, then the row that comes first. What
/// goes leaves its message as a note. Ours knows the weight where a stock check
/// speaks. On one expression are findings at one place, findings whose fixes
/// meet, and on one line findings of checks that the table names together.
void foldStock(std::vector<Finding> &Findings);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_STOCK_H
