//===- DeadContainerCheck.h - filled and never read -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_DEAD_CONTAINER_DEADCONTAINERCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_DEAD_CONTAINER_DEADCONTAINERCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// What is done with something that nobody reads.
struct Dead {
  const Stmt *Fill = nullptr; ///< What fills it, if anything does.
  unsigned Uses = 0;
  bool Allocates = false; ///< It gets elements, a new value or room.
};

/// Finds local containers and strings that are filled, but never read.
///
/// For the user-facing documentation see docs/checks/dead-container.md
class DeadContainerCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// Whether it is a container whose making nobody could see.
  bool mayBeLeftOut(const DeclaratorDecl &D, ASTContext &Context);
  void variable(const VarDecl &V, const DeclStmt &Declared,
                ASTContext &Context);
  /// One by value, that no caller ever sees.
  void parameter(const ParmVarDecl &P, const FunctionDecl &F,
                 ASTContext &Context);
  void member(const FieldDecl &Field, ASTContext &Context);
  void say(const ValueDecl &D, const Dead &Found, Diagnosis F,
           const DeclContext *Inside, ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_DEAD_CONTAINER_DEADCONTAINERCHECK_H
