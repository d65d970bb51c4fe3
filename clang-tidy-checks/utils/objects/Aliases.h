//===- Aliases.h - who may refer to a variable ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_ALIASES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_ALIASES_H

#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class DeclRefExpr;
class Expr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class FunctionFlow;

/// Where a function names a variable, by its own name or by that of a local
/// reference, pointer, iterator, view or closure that may refer to it.
struct Aliases {
  llvm::SmallVector<const DeclRefExpr *, 8> Uses;
  /// Calls during which a reference to the variable is in use.
  llvm::SmallVector<const Expr *, 8> During;
  /// An expression by which a reference to the variable may be kept where this
  /// function cannot follow it. Null if there is none.
  const Expr *Escapes = nullptr;
  /// An expression that returns a reference to the variable, or null.
  const Expr *Returned = nullptr;
  /// The local references, pointers, closures and objects that may refer to the
  /// variable.
  llvm::SmallVector<const VarDecl *, 2> Holders;
  /// Objects without a name that may refer to the variable.
  llvm::SmallVector<const Expr *, 1> Temporaries;
};

/// Finds where the function of \p Flow names \p V. With \p CopiesToo, a
/// variable, capture or argument that is a copy of \p V counts as a reference
/// to \p V: other findings may make the copy a reference.
Aliases aliasesOf(const VarDecl &V, const FunctionFlow &Flow,
                  bool CopiesToo = false);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_ALIASES_H
