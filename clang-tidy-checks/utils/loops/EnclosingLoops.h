//===- EnclosingLoops.h - the loops around a statement ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_ENCLOSINGLOOPS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_ENCLOSINGLOOPS_H

#include "utils/ast/Climb.h"
#include "utils/uses/Uses.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// The loop statements that repeat \p S, innermost first, up to the function or
/// lambda around \p S. \p Index must know the parent of S.
llvm::SmallVector<const Stmt *, 4> loopsAround(const Stmt &S,
                                               const ReferenceIndex &Index);

/// Whether \p D is declared in the text of \p Around.
bool isDeclaredIn(const Decl &D, const Stmt &Around, const ASTContext &Context);

/// What is done with \p D by references below \p Around.
UseSummary usesIn(const ValueDecl &D, const Stmt &Around,
                  const ReferenceIndex &Index);

/// Whether \p Object names one and the same object in all iterations of
/// \p Loop; its value may change. False when in doubt.
bool isSameObjectIn(const Expr &Object, const Stmt &Loop,
                    const ReferenceIndex &Index);

/// Whether \p Value has no side effect and gives the same in all iterations of
/// \p Loop. False when in doubt.
bool isSameValueIn(const Expr &Value, const Stmt &Loop,
                   const ReferenceIndex &Index);

/// The variable, parameter or member that \p Object ends with: `v` of `v`,
/// `this->v`, `(a.b).v`. Null for elements, calls and the like.
const ValueDecl *namedObject(const Expr &Object);

/// The body of a loop statement. Null for other statements, and for a loop that
/// never repeats: do { } while (0).
const Stmt *bodyOfLoop(const Stmt &Loop, const ASTContext &Context);

/// Whether \p S, the body of a loop, has a `continue` of that loop in it.
bool mayContinue(const Stmt &S);

/// Whether several threads may run iterations of \p Loop at once. So it is with
/// OpenMP, and with any pragma that stands before the loop.
bool mayRunParallel(const Stmt &Loop, const ReferenceIndex &Index);

/// The fix-it that adds \p Line before the statement \p S. Nullopt where the
/// line would not run just before S, or would part S from a pragma. Several
/// lines before S need different \p Nth, so that their fix-its do not overlap.
std::optional<FixItHint> insertLineBefore(const Stmt &S, llvm::StringRef Line,
                                          const ReferenceIndex &Index,
                                          unsigned Nth = 0);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_ENCLOSINGLOOPS_H
