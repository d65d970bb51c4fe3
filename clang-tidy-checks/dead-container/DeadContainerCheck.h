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

/// The uses of a variable, parameter or member that nobody reads.
struct Dead {
  const Stmt *Fill = nullptr; ///< The first use that fills it, or null.
  unsigned Uses = 0;
  bool Allocates = false; ///< A use adds elements, a new value or room.
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
  /// Whether \p D is a container that could be left out: nobody can see that
  /// it is made and destroyed.
  bool mayBeLeftOut(const DeclaratorDecl &D, ASTContext &Context);
  void variable(const VarDecl &V, const DeclStmt &Declared,
                ASTContext &Context);
  /// Checks a parameter that is passed by value: no caller sees its elements.
  void parameter(const ParmVarDecl &P, const FunctionDecl &F,
                 ASTContext &Context);
  void member(const FieldDecl &Field, ASTContext &Context);
  void say(const ValueDecl &D, const Dead &Found, Diagnosis F,
           const DeclContext *Inside, ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_DEAD_CONTAINER_DEADCONTAINERCHECK_H
