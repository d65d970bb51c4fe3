//===- FreshReturnCheck.h - made anew and returned by value -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_FRESH_RETURN_FRESHRETURNCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_FRESH_RETURN_FRESHRETURNCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds functions that make a vector or matrix of numbers anew for each call
/// and return it by value, though their callers want it for a moment only.
///
/// For the user-facing documentation see docs/checks/fresh-return.md
class FreshReturnCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

private:
  /// A function that is not virtual, or all methods that override the same one.
  using Family = llvm::SmallVector<const FunctionDecl *, 2>;
  struct Callers {
    const Expr *Wasteful = nullptr; ///< The heaviest call that keeps no result.
    Evidence Often;                 ///< How often Wasteful runs.
    unsigned Calls = 0;
  };

  void decide(const FunctionDecl &First, const Family &Members,
              ASTContext &Context);
  void look(const FunctionDecl &F, Callers &Seen, ASTContext &Context);
  bool isNumbers(QualType Type, ASTContext &Context);

  /// All families. The key is the declaration of the function, or the first
  /// declaration of the virtual method.
  llvm::MapVector<const FunctionDecl *, Family> Families;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_FRESH_RETURN_FRESHRETURNCHECK_H
