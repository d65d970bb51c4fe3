//===- Expiring.h - objects at the end of their use -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   x                    a local variable or by-value parameter
//   x.Field              a part of it, where no destructor wants it back
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

/// The local variable that \p E names, or of which it names a part that could
/// be moved away by itself; or null.
const DeclRefExpr *localBehind(const Expr &E);

/// The loop that ends the use of a local container, and in whose body \p Use is
/// the last of \p V, its loop variable: a reference to the element. Else null.
const CXXForRangeStmt *loopThatEmpties(const DeclRefExpr &Use, const VarDecl &V,
                                       const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_EXPIRING_H
