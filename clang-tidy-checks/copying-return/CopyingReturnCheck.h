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
  /// The uses of the result by the callers of an accessor, or of all overrides
  /// of a virtual one.
  struct Callers {
    unsigned Calls = 0;
    const Expr *Wasteful = nullptr; ///< The needless copy that repeats most.
    Evidence Often;                 ///< How often Wasteful runs.
    const Expr *Bound = nullptr;    ///< A call that keeps a reference.
    const Expr *Needs = nullptr;    ///< A call that needs its own object.
    /// The accessor is named without a call, or a call hands the result to code
    /// that may change the original.
    bool IsNamed = false;
    bool IsLookedAt = false; ///< A call looks at the result, unnamed.
  };
  void decide(const FunctionDecl &F, ASTContext &Context);
  void decideConst(const FunctionDecl &F, ASTContext &Context);
  void look(const FunctionDecl &F, Callers &Seen, ASTContext &Context,
            unsigned Depth = 0);
  /// The first virtual declaration of \p Method, in an interface. Null if a
  /// change of this declaration would reach code that returns something else.
  const FunctionDecl *rootOf(const CXXMethodDecl &Method) const;

  llvm::SmallVector<const FunctionDecl *, 16> Accessors;
  llvm::MapVector<const CXXMethodDecl *,
                  llvm::SmallVector<const CXXMethodDecl *, 4>>
      Families; ///< Virtual methods, by the first declaration of each.
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_COPYINGRETURNCHECK_H
