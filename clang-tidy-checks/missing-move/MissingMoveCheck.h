//===- MissingMoveCheck.h - last uses that copy -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_MISSINGMOVECHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_MISSINGMOVECHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/CopyCost.h"

namespace clang::tidy::anomalloc {

/// Finds copies of local variables and by-value parameters that are never used
/// again, so that `std::move` would do.
///
/// For the user-facing documentation see docs/checks/missing-move.md
class MissingMoveCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// Whether performance-unnecessary-value-param reports the parameter \p V.
  bool stockCheckReports(const VarDecl &V, const DeclRefExpr &Ref,
                         ASTContext &Context);
  /// Whether \p Ref is the last use of \p V, or of the element that V refers
  /// to.
  static bool isTheLast(const DeclRefExpr &Ref, const VarDecl &V,
                        const FunctionFlow &Flow);
  /// Whether a move of an object of \p Type saves the allocations of a copy.
  bool canBeMoved(QualType Type, ASTContext &Context);
  /// Whether all heap memory that an object may own is that of one string:
  /// most strings are short enough to be held in place.
  bool isOneText(QualType Type, ASTContext &Context);
  /// Whether the object that \p Copy makes goes into a member.
  bool isKept(const Expr &Copy, ASTContext &Context);
  /// Checks the parameter \p P, a `const T &` that is only copied to be kept.
  void lookAtSink(const ParmVarDecl &P, const DeclRefExpr &Ref,
                  const Expr &Keeps, const CopyCost &Cost, ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_MISSINGMOVECHECK_H
