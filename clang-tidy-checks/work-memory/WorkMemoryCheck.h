//===- WorkMemoryCheck.h - work memory of each call -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_WORK_MEMORY_WORKMEMORYCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_WORK_MEMORY_WORKMEMORYCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds memory that a function allocates, uses and frees again in each call.
///
/// For the user-facing documentation see docs/checks/work-memory.md
class WorkMemoryCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// How often \p F is called, for the warnings of this check. Only a loop
  /// directly around a call counts. If other loops lead to the calls, F is
  /// taken to run as often as a function that other units call.
  Evidence calls(const FunctionDecl &F, ASTContext &Context);
  /// Whether each call allocates for the variable, and frees it again.
  bool isWorkMemory(const VarDecl &V, const DeclStmt &Declared, bool Hot,
                    ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_WORK_MEMORY_WORKMEMORYCHECK_H
