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
  const Expr *First; ///< The first call that adds an element.
  const Stmt *Inner; ///< The inner loop that has the calls, or null.
  std::optional<TripCount> PerInner; ///< The iterations of Inner.
  unsigned Calls;                    ///< Calls per iteration; 0: not known.
  unsigned Sites; ///< The number of calls in the source, in all branches.
  /// Calls is only a bound: a branch may be skipped, or equal keys may add one
  /// element together.
  bool AtMost = false;
};

/// The vectors, strings and hash tables that get elements in each iteration of
/// \p Loop: by `v.push_back(x)`, by `s += c`, or by `add(v, x)` if add() is
/// seen to append one element.
llvm::SmallVector<Growth, 2> growingContainersIn(const Stmt &Loop,
                                                 const ReferenceIndex &Index);

/// The type of the container \p Object, or of the container that \p Object
/// points to: of `v` in `v.push_back(x)` and in `v->push_back(x)`. Of a class
/// that derives from a container it is the container.
QualType containerType(const Expr &Object);

/// Whether \p Call appends one element, and is a call of std's own method.
bool growsByOne(const Expr &Call);

/// Whether the loop \p S searches: it returns the thing that it has found. The
/// other work of such a loop is then often not done. A return of false, null,
/// zero, a negative number or nothing means that nothing was found.
bool returnsFound(const Stmt &S, const ASTContext &Context);

/// Whether the container grows by more than \p G says: elsewhere in \p Loop,
/// now and then, or by calls in the function behind the loop. The size that G
/// gives would be too small.
bool growsFurther(const Growth &G, const Stmt &Loop,
                  const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_LOOPGROWTH_H
