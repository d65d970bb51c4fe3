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
///
/// For the user-facing documentation see docs/checks/unnecessary-copy.md
class UnnecessaryCopyCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// A loop variable of another type than the elements, which are of type
  /// \p From.
  void lookAtConversion(const CXXForRangeStmt &Loop, QualType From,
                        ASTContext &Context);
  /// `C ? A.Name : "none"`, of which A.Name is copied.
  void lookAtChoice(const ConditionalOperator &Choice, ASTContext &Context);
  /// Whether nothing is done with \p V that a const reference does not allow,
  /// but for what \p Loop does to fill it; and something is.
  bool isOnlyRead(const VarDecl &V, const CopyLoop &Loop, ASTContext &Context);
};

/// The lvalue that a constructor call copies, or null.
const Expr *copiedBy(const CXXConstructExpr &Made);

/// Whether the name says that a value is to be kept while the original goes on.
bool promisesCopy(const VarDecl &V);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_UNNECESSARYCOPYCHECK_H
