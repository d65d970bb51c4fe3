//===- CopyingMoveCheck.h - moves that copy ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_MOVE_COPYINGMOVECHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_MOVE_COPYINGMOVECHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "llvm/ADT/MapVector.h"

namespace clang::tidy::anomalloc {

/// Finds code that is written as a move but copies heap memory all the same.
///
/// For the user-facing documentation see docs/checks/copying-move.md
class CopyingMoveCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

private:
  /// Checks a `std::move` of a constant.
  void lookAtMove(const CallExpr &Move, ASTContext &Context);
  /// Checks a `return X;` that copies the constant X into a part of the result.
  void lookAtReturn(const CXXConstructExpr &Made, ASTContext &Context);
  /// Checks a move constructor or assignment that copies a part.
  void lookAtParts(const CXXMethodDecl &Move, ASTContext &Context);
  /// Checks a move constructor that growing vectors do not use. \p Growing
  /// makes a vector of \p Record grow.
  void lookAtGrowth(const CXXRecordDecl &Record, const Expr &Growing,
                    ASTContext &Context);

  /// The classes whose vectors grow, each with the first call that makes a
  /// vector grow.
  llvm::MapVector<const CXXRecordDecl *, const Expr *> Growing;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_MOVE_COPYINGMOVECHECK_H
