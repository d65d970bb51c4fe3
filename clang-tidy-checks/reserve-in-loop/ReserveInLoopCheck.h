//===- ReserveInLoopCheck.h - reserve in loop -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_RESERVE_IN_LOOP_RESERVEINLOOPCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_RESERVE_IN_LOOP_RESERVEINLOOPCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds `reserve(size() + n)` in a loop, which defeats geometric growth.
///
/// For the user-facing documentation see docs/checks/reserve-in-loop.md
class ReserveInLoopCheck : public AnomallocCheck {
public:
  ReserveInLoopCheck(StringRef Name, ClangTidyContext *Context);
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// Report also code that is harmless with the standard library in use, but
  /// not with another one.
  const bool AnyLibrary;
  /// Report helpers that nobody calls in the unit but whose name says append.
  const bool WarnAppendHelpers;

  bool doesHarm(const CXXMethodDecl &Reserve) const;
  bool growsByCalls(const Expr &Object, const FunctionDecl &F,
                    ASTContext &Context, unsigned Levels);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_RESERVE_IN_LOOP_RESERVEINLOOPCHECK_H
