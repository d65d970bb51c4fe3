//===- Stock.h - comments that name clang-tidy's checks ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (auto S : All)   // NOLINT(performance-for-range-copy)
//
// Somebody looked at the line, and wants the copy: ours says nothing, either.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_STOCK_H
#define ANOMALLOC_LINT_STOCK_H

#include "Review/SourceFiles.h"

namespace anomalloc::lint {

/// Drops findings of ours on lines where a comment silences a check of
/// clang-tidy that asks the same (StockChecks.def): NOLINT, NOLINTNEXTLINE, and
/// the lines from NOLINTBEGIN to NOLINTEND. Those that name ours clang-tidy
/// heeds itself.
void dropSilenced(std::vector<Finding> &Findings, const SourceFiles &Files);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_STOCK_H
