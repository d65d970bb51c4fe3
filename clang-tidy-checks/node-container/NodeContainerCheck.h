//===- NodeContainerCheck.h - containers of nodes ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_NODECONTAINERCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_NODECONTAINERCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds maps, sets and lists that could be replaced by a contiguous container,
/// or by a container that is made only once.
///
/// For the user-facing documentation see docs/checks/node-container.md
class NodeContainerCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// Checks a map or set by numbers that is filled and looked up.
  void checkFilling(const DeclaratorDecl &D, ASTContext &Context);
  /// Checks a set that only drops duplicates. Returns whether it is reported.
  bool checkSet(const VarDecl &V, ASTContext &Context);
  /// Checks a vector of pointers to objects that could be its elements.
  void checkPointers(const DeclaratorDecl &D, ASTContext &Context);
  /// Checks a list that is only filled, looked through and emptied.
  void checkList(const DeclaratorDecl &D, ASTContext &Context);
  /// Checks a table of constants that each call builds anew.
  void checkTable(const VarDecl &V, const DeclStmt &Statement,
                  ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_NODECONTAINERCHECK_H
