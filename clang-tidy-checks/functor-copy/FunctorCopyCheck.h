//===- FunctorCopyCheck.h - functors passed by value ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_FUNCTOR_COPY_FUNCTORCOPYCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_FUNCTOR_COPY_FUNCTORCOPYCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds functors that own heap memory and are handed to algorithms of std,
/// which copy them, or made into a `std::function`.
///
/// For the user-facing documentation see docs/checks/functor-copy.md
class FunctorCopyCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// Checks the arguments that `std::bind(f, X, _1)` copies.
  void lookAtBind(const CallExpr &Call, ASTContext &Context);
  void lookAtArgument(const CallExpr &Call, unsigned Index,
                      ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_FUNCTOR_COPY_FUNCTORCOPYCHECK_H
