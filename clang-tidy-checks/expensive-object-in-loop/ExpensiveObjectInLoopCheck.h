//===- ExpensiveObjectInLoopCheck.h - expensive object in loop --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_EXPENSIVEOBJECTINLOOPCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_EXPENSIVEOBJECTINLOOPCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds streams, locales, regexes and random engines that are built anew for
/// each iteration or call.
///
/// For the user-facing documentation see
/// docs/checks/expensive-object-in-loop.md
class ExpensiveObjectInLoopCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  void built(const CXXConstructExpr &Object, const Stmt &Where,
             const VarDecl *V, ASTContext &Context);
  void composed(const CXXOperatorCallExpr &Call, ASTContext &Context);
  void stream(const VarDecl &V, const CXXConstructExpr &Object,
              const DeclStmt &Statement, ASTContext &Context);
  bool isOnlyLent(const Stmt &Where, const VarDecl *V, ASTContext &Context);
  bool isHoisted(const VarDecl &V, ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_EXPENSIVEOBJECTINLOOPCHECK_H
