//===- HeterogeneousLookupCheck.h - heterogeneous lookup --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_HETEROGENEOUS_LOOKUP_HETEROGENEOUSLOOKUPCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_HETEROGENEOUS_LOOKUP_HETEROGENEOUSLOOKUPCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/TextSource.h"

namespace clang::tidy::anomalloc {

/// Finds look-ups in a map or set of `std::string` that make a temporary key.
///
/// For the user-facing documentation see docs/checks/heterogeneous-lookup.md
class HeterogeneousLookupCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// Where the temporary key of a look-up comes from.
  struct Origin {
    TextSource Source;
    const Expr *Made = nullptr; ///< The look-up, or the call of a wrapper.
    /// The parameter of the wrapper, or null.
    const ParmVarDecl *Through = nullptr;
    Evidence Often;
  };
  void keyAnew(const CallExpr &Lookup, const Expr &Key, QualType Type,
               ASTContext &Context);
  void numbered(const CallExpr &Lookup, ASTContext &Context);
  Origin originOf(const CXXMemberCallExpr &Lookup, ASTContext &Context);
  llvm::SmallVector<FixItHint, 2> fixesFor(const DeclaratorDecl &Container,
                                           const CXXMemberCallExpr &Lookup,
                                           const Origin &From,
                                           ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HETEROGENEOUS_LOOKUP_HETEROGENEOUSLOOKUPCHECK_H
