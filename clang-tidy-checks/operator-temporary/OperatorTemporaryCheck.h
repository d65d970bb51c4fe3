//===- OperatorTemporaryCheck.h - temporaries of operators ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_OPERATOR_TEMPORARY_OPERATORTEMPORARYCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_OPERATOR_TEMPORARY_OPERATORTEMPORARYCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "llvm/ADT/SetVector.h"

namespace clang::tidy::anomalloc {

/// Finds expressions whose operators each return a vector or matrix by value.
///
/// For the user-facing documentation see docs/checks/operator-temporary.md
class OperatorTemporaryCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

private:
  using Calls = llvm::SmallSetVector<const CallExpr *, 4>;
  void decide(const Expr &Whole, Calls Makers, ASTContext &Context);

  /// The calls that make an object, by the full expression they stand in.
  llvm::MapVector<const Expr *, Calls> Expressions;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_OPERATOR_TEMPORARY_OPERATORTEMPORARYCHECK_H
