//===- LoopGrowth.h - which containers a loop makes grow --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_LOOPGROWTH_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_LOOPGROWTH_H

#include "utils/loops/TripCount.h"

namespace clang::tidy::anomalloc {

/// A container, and how many elements it gets in one iteration of a loop.
struct Growth {
  const Expr *Object;
  const Expr *First; ///< The first call that adds one.
  const Stmt *Inner; ///< The inner loop that they stand in, or null.
  std::optional<TripCount> PerInner; ///< How often that runs.
  unsigned Calls;                    ///< 0: not known.
  unsigned Sites; ///< How many calls are written, in all branches.
  /// Calls is but a bound: a branch adds them, or equal keys add but one.
  bool AtMost = false;
};

/// What each iteration of a loop adds to vectors, strings and hash tables:
/// `v.push_back(x)`, `s += c`, `add(v, x)` where add() is seen to append one.
llvm::SmallVector<Growth, 2> growingContainersIn(const Stmt &Loop,
                                                 const ReferenceIndex &Index);

/// Of `v` in `v.push_back(x)` and in `v->push_back(x)`.
QualType containerType(const Expr &Object);

/// Whether the loop looks for something: it returns what it has found, so that
/// what it does besides is often not done at all. To return false, null, a
/// negative number or nothing is to fail.
bool returnsFound(const Stmt &S, const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_LOOPGROWTH_H
