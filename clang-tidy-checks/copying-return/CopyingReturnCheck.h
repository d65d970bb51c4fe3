//===- CopyingReturnCheck.h - getters that copy -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_COPYINGRETURNCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_COPYINGRETURNCHECK_H

#include "copying-return/ReturnedPart.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/uses/ResultUse.h"

namespace clang::tidy::anomalloc {

/// Finds accessors that return by value what their callers only look at.
///
/// For the user-facing documentation see docs/checks/copying-return.md
class CopyingReturnCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

private:
  /// What the callers of one accessor, or of a family of virtual ones, do.
  struct Callers {
    unsigned Calls = 0;
    const Expr *Wasteful = nullptr; ///< The call that repeats most.
    Evidence Often;                 ///< Of Wasteful.
    const Expr *Bound = nullptr;    ///< A call that keeps a reference.
    const Expr *Needs = nullptr;    ///< One that needs an object of its own.
    bool IsNamed = false;           ///< Without being called, or by a lender.
    bool IsLookedAt = false;        ///< One has no variable for its own copy.
  };
  void decide(const FunctionDecl &F, ASTContext &Context);
  void decideConst(const FunctionDecl &F, ASTContext &Context);
  void look(const FunctionDecl &F, Callers &Seen, ASTContext &Context,
            unsigned Depth = 0);
  /// The method that an interface declares first, or null where a change of it
  /// would reach code that returns something else.
  const FunctionDecl *rootOf(const CXXMethodDecl &Method) const;

  llvm::SmallVector<const FunctionDecl *, 16> Accessors;
  llvm::MapVector<const CXXMethodDecl *,
                  llvm::SmallVector<const CXXMethodDecl *, 4>>
      Families; ///< Virtual methods, by that which they override first.
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_COPYINGRETURNCHECK_H
