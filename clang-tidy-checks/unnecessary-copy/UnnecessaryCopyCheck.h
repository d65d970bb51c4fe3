//===- UnnecessaryCopyCheck.h - copies that are only read -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_UNNECESSARYCOPYCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_UNNECESSARYCOPYCHECK_H

#include "unnecessary-copy/CopyLoop.h"
#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds local copies that are only read, where a reference would do.
struct UnnecessaryCopyCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

  /// Checks a loop variable whose type differs from \p From, the type of the
  /// elements.
  void lookAtConversion(const CXXForRangeStmt &Loop, QualType From,
                        ASTContext &Context);
  /// Checks `C ? A.Name : "none"`, which copies A.Name.
  void lookAtChoice(const ConditionalOperator &Choice, ASTContext &Context);
  /// Whether \p V is used, and every use is allowed for a const reference. The
  /// uses in \p Loop, which fills V, do not count.
  bool isOnlyRead(const VarDecl &V, const CopyLoop &Loop, ASTContext &Context);
};

/// The lvalue that the constructor call \p Made copies. Null if it copies none.
const Expr *copiedBy(const CXXConstructExpr &Made);

/// Whether the name of \p V says that the variable keeps a value while the
/// original changes.
bool promisesCopy(const VarDecl &V);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_UNNECESSARYCOPYCHECK_H
