//===- ReturnType.h - the return type as written ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_RETURNTYPE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_RETURNTYPE_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class ReturnStmt;
class Stmt;
} // namespace clang

namespace clang::tidy::anomalloc {

/// The location where the return type of \p F is written. If none is written,
/// the location of the name of \p F.
SourceLocation returnTypeLocation(const FunctionDecl &F);

/// Adds the return statements in the body \p S of a function to \p Returns,
/// without those of lambdas in the body.
void collectReturns(const Stmt &S,
                    llvm::SmallVectorImpl<const ReturnStmt *> &Returns);

/// Whether the name of \p F promises the caller a new object, as `clone`,
/// `make` and `load` do. True for all operators.
bool promisesNew(const FunctionDecl &F);

/// The fix-its that turn `T f()` into `const T &f()`, and `auto f() -> T` into
/// `-> const T &`, in all declarations of \p F. Empty where the text cannot be
/// changed with certainty: macros, decltype(auto), conversion operators, system
/// headers.
llvm::SmallVector<FixItHint, 4> returnConstReference(const FunctionDecl &F,
                                                     const ASTContext &Context);

/// Whether no other translation unit can name \p F. For that, \p F is a member
/// or has internal linkage, all its declarations are in the main file, and the
/// main file is no header.
bool isSeenByThisUnitOnly(const FunctionDecl &F, const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_RETURNTYPE_H
