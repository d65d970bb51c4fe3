//===- StringTemporaryCheck.h - string temporary ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_STRING_TEMPORARY_STRINGTEMPORARYCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_STRING_TEMPORARY_STRINGTEMPORARYCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/ViewUse.h"

namespace clang::tidy::anomalloc {

/// Finds text that exists already and is copied into a temporary `std::string`.
struct StringTemporaryCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

  /// \name TextParameters.cpp
  /// @{
  void checkParameter(const FunctionDecl &F, const ParmVarDecl &P,
                      ASTContext &Context);
  void checkUnseenCallers(const FunctionDecl &F, const ParmVarDecl &P,
                          ASTContext &Context);
  bool isGivenText(const FunctionDecl &F, const ParmVarDecl &P,
                   ASTContext &Context);
  void checkLiterals(const CallExpr &Call, ASTContext &Context);
  void checkTemporary(const Expr &E, ASTContext &Context);
  /// Checks parameters that get `s.c_str()`, of which a second string is made.
  void checkPointers(llvm::ArrayRef<const Expr *> Arguments,
                     const FunctionDecl &Callee, ASTContext &Context);
  /// @}
  void checkLocal(const VarDecl &V, const DeclStmt &Statement,
                  ASTContext &Context);
  /// \name PartsOfText.cpp
  /// @{
  void checkSubstr(const CXXMemberCallExpr &Call, ASTContext &Context);
  void checkChain(const CXXMemberCallExpr &Call, ASTContext &Context);
  void checkOwnPart(const CXXOperatorCallExpr &Assignment, ASTContext &Context);
  void checkTrimmed(const VarDecl &V, const DeclStmt &Statement,
                    ASTContext &Context);
  /// @}
  void checkReturned(const FunctionDecl &F, ASTContext &Context);
  void checkMessage(const CallExpr &Call, ASTContext &Context);
  /// Checks `Kept = A + B` in a loop.
  void checkJoined(const CXXOperatorCallExpr &Assignment, ASTContext &Context);

  /// A literal that a call in a loop copies.
  struct Literal {
    const CallExpr *Call = nullptr;
    SourceLocation At;
    TextSource Source;
    Evidence Often;
  };
  /// For each function that is called with literals, the heaviest literal.
  llvm::MapVector<const FunctionDecl *, Literal> Literals;
  /// The functions with a reported parameter. Only the first parameter that
  /// could be a view is reported.
  llvm::DenseSet<const FunctionDecl *> FunctionsTold;
};

/// The note for a place where a view will only likely do: the things to check.
inline constexpr char ViewNote[] =
    "check that no index reaches the terminator, which a view does not have, "
    "and that no iterator's type is spelled; a copy, or the message of an "
    "error, must name 'std::string'";

/// Whether the language standard in use has the view class \p View.
bool hasView(llvm::StringRef View, const ASTContext &Context);

/// Whether the text is `s.c_str()`. A view of s may end at another place than
/// this text.
bool isTextOfString(const TextSource &Source);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_STRING_TEMPORARY_STRINGTEMPORARYCHECK_H
