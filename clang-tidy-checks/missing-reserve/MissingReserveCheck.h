//===- MissingReserveCheck.h - missing reserve ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_MISSINGRESERVECHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_MISSINGRESERVECHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

struct Growth;
struct TripCount;

/// Finds containers that grow in a counted loop without reserve().
///
/// For the user-facing documentation see docs/checks/missing-reserve.md
class MissingReserveCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// Checks the containers that grow by \p Loop, a loop or a call of an
  /// algorithm. \p Named is the name of \p Loop in a message.
  void grows(const Stmt &Loop, llvm::StringRef Named,
             llvm::ArrayRef<Growth> Grown, const TripCount &Count,
             ASTContext &Context);
  /// Checks a vector that grows by several calls of `push_back`, right behind
  /// its declaration.
  void inSteps(const VarDecl &V, const DeclStmt &Declared, ASTContext &Context);
  /// Checks members and parameters that grow by several calls of `push_back` in
  /// \p Block.
  void inBlock(const CompoundStmt &Block, ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_MISSINGRESERVECHECK_H
