//===- EigenTemporaryCheck.h - temporaries of Eigen -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_EIGEN_TEMPORARY_EIGENTEMPORARYCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_EIGEN_TEMPORARY_EIGENTEMPORARYCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds matrix products of Eigen that go through a temporary without need,
/// products evaluated again and again, and dynamic matrices of constant size.
struct EigenTemporaryCheck : Cxx11Check {
  using Cxx11Check::Cxx11Check;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

  /// Checks `A = B * C`.
  void checkAssignment(const CXXOperatorCallExpr &Assign, ASTContext &Context);
  /// Checks `A.noalias() = B * C * D`.
  void checkChain(const Expr &Value, const CXXOperatorCallExpr &Assign,
                  ASTContext &Context);
  /// Checks `VectorXd V = A.col(j)`, where V is only read.
  void checkCopiedPart(const VarDecl &V, const DeclStmt &Statement,
                       ASTContext &Context);
  /// Checks `f(A.col(j))`, where f takes a `const VectorXd &`.
  void checkArguments(const CallExpr &Call, ASTContext &Context);
  void tellOfArgument(const Expr &Part, const ParmVarDecl &Parameter,
                      const FunctionDecl &Callee, ASTContext &Context);
  /// Checks `VectorXd V = A * B` in a loop.
  void checkFresh(const VarDecl &V, const DeclStmt &Statement,
                  ASTContext &Context);
  /// Checks `(A + B).eval().norm()`.
  void checkEvaluated(const CXXMemberCallExpr &Call, ASTContext &Context);
  /// Checks `MatrixXd A(3, 3)`.
  void checkSize(const VarDecl &V, const DeclStmt &Statement,
                 ASTContext &Context);
  /// Checks `auto P = A * B`.
  void checkAuto(const VarDecl &V, const DeclStmt &Statement,
                 ASTContext &Context);
  /// Whether an operand of the initialiser of \p V may have changed by the time
  /// of one of \p Reads, which read V.
  bool operandsMayChange(const VarDecl &V, llvm::ArrayRef<const Expr *> Reads,
                         const FunctionFlow &Flow, ASTContext &Context);

  const unsigned MaxBytes = option("MaxBytes", 128U);
};

/// Whether \p Reference uses a matrix as const. For a matrix that is not const,
/// A(0, 0) may be a write.
bool isConstUse(const Expr &Reference, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_EIGEN_TEMPORARY_EIGENTEMPORARYCHECK_H
