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
//   for (; P != End; ++P)                     End - P
//   while (N--)                               N
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
  /// An expression that gives the number before the loop, without side effects.
  std::string Text;
  /// The expression of the loop that Text is made of: the bound, or the range.
  const Expr *From = nullptr;
  /// The number is never negative, and never more than the loop really runs.
  bool Certain = false;
  /// The expression needs parentheses in a product.
  bool IsSum = false;
  std::optional<uint64_t> Constant;
  /// Something may leave the loop early: the number is only an upper bound.
  bool AtMost = false;
};

/// Which loops are counted.
enum class Counting {
  Plain, ///< A range-for; a `for` over numbers from a constant, or from begin()
         ///< to end(). Nothing may leave it early.
  Any,   ///< All forms. If it may be left early, the count is a bound.
};

/// The number of iterations of \p Loop; nullopt if it cannot be told.
std::optional<TripCount> tripCountOf(const Stmt &Loop,
                                     const ReferenceIndex &Index,
                                     Counting How = Counting::Plain);

/// How often an algorithm does something for each element of \p Container, a
/// container or array. The algorithm must not change the size of the container:
/// that would be undefined behaviour. Nullopt if the number cannot be told.
std::optional<TripCount> elementsOf(const Expr &Container,
                                    const ASTContext &Context);
/// The number of elements between the iterators or pointers \p First and
/// \p Last. Nullopt if it cannot be told.
std::optional<TripCount> elementsBetween(const Expr &First, const Expr &Last,
                                         const ASTContext &Context);
/// How often an algorithm does something that it does \p N times. Nullopt if
/// the number cannot be told.
std::optional<TripCount> countOfNumber(const Expr &N,
                                       const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_TRIPCOUNT_H
