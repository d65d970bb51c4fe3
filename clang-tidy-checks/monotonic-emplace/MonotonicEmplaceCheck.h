//===- MonotonicEmplaceCheck.h - nodes lost in an arena ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MONOTONIC_EMPLACE_MONOTONICEMPLACECHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MONOTONIC_EMPLACE_MONOTONICEMPLACECHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/StdSince.h"

namespace clang::tidy::anomalloc {

/// Finds `emplace` and `insert` on maps and sets over a monotonic resource that
/// make a node before they know whether the key is new.
struct MonotonicEmplaceCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return hasStd(StdPart::TryEmplace, L);
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

  void pairMade(const CXXMemberCallExpr &Call, QualType Map,
                ASTContext &Context);
  /// Checks `V.push_back("a text")` on a container of std::pmr.
  void temporaryMade(const CXXMemberCallExpr &Call, QualType Container,
                     ASTContext &Context);
  /// The monotonic resource that \p Container was constructed with, or null.
  const ValueDecl *monotonicResourceOf(const Expr &Container,
                                       ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MONOTONIC_EMPLACE_MONOTONICEMPLACECHECK_H
