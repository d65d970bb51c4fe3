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

/// a regex, locale, facet or random engine is built for each iteration
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
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_EXPENSIVEOBJECTINLOOPCHECK_H
