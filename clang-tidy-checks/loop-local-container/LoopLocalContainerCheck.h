//===- LoopLocalContainerCheck.h - loop local container ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_LOOPLOCALCONTAINERCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_LOOPLOCALCONTAINERCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace clang::tidy::anomalloc {

/// Finds containers that each iteration makes and fills anew, so that they
/// allocate each time.
struct LoopLocalContainerCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &) override { Hoisted.clear(); }

  /// Checks a container that is made for \p Call and has no name.
  void unnamed(const CallExpr &Call, ASTContext &Context);
  void inBody(const Stmt &Body, const Stmt &Loop, ASTContext &Context);
  void variable(const VarDecl &V, const DeclStmt &Declared, const Stmt &Loop,
                ASTContext &Context);
  /// Checks a variable that is no vector, string or stream: a node container, a
  /// matrix, or an object of another class that owns memory.
  void object(const VarDecl &V, const DeclStmt &Declared, const Stmt &Loop,
              ASTContext &Context);
  /// The note with the change that keeps the object \p V, which \p Init makes,
  /// from one iteration of \p Loop to the next. \p Reset sets it anew; may be
  /// null. \p Same: the arguments of Init are the same in all iterations.
  std::optional<Diagnosis::Note>
  change(const VarDecl &V, const DeclStmt &Declared, const Stmt &Loop,
         const CXXConstructExpr &Init, const CXXMethodDecl *Reset, bool Same,
         const Evidence &Often, ASTContext &Context);
  /// How often \p V is made; nothing if that is too seldom to be told.
  std::optional<Evidence> oftenEnough(const VarDecl &V,
                                      const DeclStmt &Declared,
                                      const Stmt &Loop, ASTContext &Context);

  /// For each loop, the variables that the fix-its move in front of the loop.
  std::map<SourceLocation, llvm::SetVector<SourceLocation>> Hoisted;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_LOOPLOCALCONTAINERCHECK_H
