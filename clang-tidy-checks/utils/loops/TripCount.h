//===- TripCount.h - how often a loop runs, before it runs ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int I = 0; I < N; ++I)               N
//   for (auto It = V.begin(); It != V.end(); ++It)   V.size()
//   for (auto &X : Rows[K])                   Rows[K].size()
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_TRIPCOUNT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_TRIPCOUNT_H

#include "utils/ast/References.h"
#include <optional>
#include <string>

namespace clang::tidy::anomalloc {

/// The number of iterations of a loop.
struct TripCount {
  /// An expression that gives it before the loop, without side effects.
  std::string Text;
  /// What the expression is made of: the bound, or the range.
  const Expr *From = nullptr;
  /// Never negative, and never more than the loop does.
  bool Certain = false;
  /// Needs parentheses in a product.
  bool IsSum = false;
  std::optional<uint64_t> Constant;
  bool AtMost = false; ///< Something may leave the loop early.
};

/// What a break, return or goto that may end the loop means for its count.
enum class AtLeave { IsUnknown, IsBound };

/// Nothing if it cannot be told.
std::optional<TripCount> tripCountOf(const Stmt &Loop,
                                     const ReferenceIndex &Index,
                                     AtLeave Early = AtLeave::IsUnknown);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_TRIPCOUNT_H
