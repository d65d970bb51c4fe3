//===- Overlap.h - whether a change meets an object -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_OVERLAP_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_OVERLAP_H

#include "utils/objects/ObjectPlace.h"

namespace clang::tidy::anomalloc {

class FunctionFlow;

/// How surely a change of one object also changes another.
enum class Overlap { None, Possible, Certain };

/// A change of an object.
struct Change {
  const Expr *By;
  /// The method that is called on the object. Null if By calls none.
  const CXXMethodDecl *Method = nullptr;
  bool Deep = true; ///< By may also change what the object leads to.
  bool Sure = true; ///< False: By might change nothing at all.
};

/// Whether the change \p C of the object at \p Target may change, move or
/// destroy the object at \p Referent. Both are places of the function of
/// \p Flow.
Overlap overlapOf(const ObjectPlace &Target, const ObjectPlace &Referent,
                  const Change &C, const FunctionFlow &Flow);

/// Whether the object at \p P never changes in its life.
bool isConstant(const ObjectPlace &P);

/// Whether only the function of \p Flow can name the object at \p P.
bool isPrivate(const ObjectPlace &P, const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_OVERLAP_H
