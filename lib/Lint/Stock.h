//===- Stock.h - comments that name clang-tidy's checks ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (auto S : All)   // NOLINT(performance-for-range-copy)
//
// The comment shows that somebody looked at the line and wants the copy. So our
// check says nothing, either.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_STOCK_H
#define ANOMALLOC_LINT_STOCK_H

#include "Review/SourceFiles.h"

namespace anomalloc::lint {

/// Drops findings of our checks on lines where a comment silences a check of
/// clang-tidy that asks the same (StockChecks.def). These comments are NOLINT,
/// NOLINTNEXTLINE, and NOLINTBEGIN to NOLINTEND. clang-tidy itself heeds
/// comments that name our checks.
void dropSilenced(std::vector<Finding> &Findings, const SourceFiles &Files);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_STOCK_H
