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

/// A change of the object at a place.
struct Change {
  const Expr *By;
  const CXXMethodDecl *Method = nullptr; ///< The method called on it, or null.
  bool Deep = true; ///< May change what the object leads to, too.
  bool Sure = true; ///< Else it is only perhaps a change at all.
};

/// Whether the change \p C of the object at \p Target may change, move or
/// destroy the object at \p Referent. Both are places of the function of
/// \p Flow.
Overlap overlapOf(const ObjectPlace &Target, const ObjectPlace &Referent,
                  const Change &C, const FunctionFlow &Flow);

/// Whether the object never changes in its life.
bool isConstant(const ObjectPlace &P);

/// Whether only the function of \p Flow can name the object.
bool isPrivate(const ObjectPlace &P, const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_OVERLAP_H
