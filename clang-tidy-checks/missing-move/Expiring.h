//===- Expiring.h - objects at the end of their use -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   x                    a local variable or by-value parameter
//   x.Field              a part of it, unless a written destructor may use it
//   *x, x->Field         of a std::optional
//   for (auto &e : x)    an element of a local container
//     keep(e)
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_EXPIRING_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_EXPIRING_H

namespace clang {
class CXXForRangeStmt;
class DeclRefExpr;
class Expr;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class FunctionFlow;

/// The reference in \p E to a local variable, if \p E names the variable or a
/// part of it that could be moved away by itself. Null for any other \p E.
const DeclRefExpr *localBehind(const Expr &E);

/// The loop over a local container whose loop variable is \p V, a reference to
/// the element. Null unless the container is not used after the loop, and
/// \p Use is the last use of V in the body of the loop.
const CXXForRangeStmt *loopThatEmpties(const DeclRefExpr &Use, const VarDecl &V,
                                       const FunctionFlow &Flow);

/// The branch of \p E, `c ? a : b`, that names a local variable. The variable
/// would be moved if it were returned by itself. Null if \p E has no such
/// branch.
const DeclRefExpr *localBranch(const Expr &E);

/// Whether \p V is emptied after \p Ref, to be filled again. A move would give
/// away the memory that V keeps, and filling would allocate.
bool isClearedAfter(const DeclRefExpr &Ref, const VarDecl &V,
                    const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_EXPIRING_H
