//===- StringTemporaryCheck.h - string temporary ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_STRING_TEMPORARY_STRINGTEMPORARYCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_STRING_TEMPORARY_STRINGTEMPORARYCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/ViewUse.h"

namespace clang::tidy::anomalloc {

/// text that exists already is copied into a temporary `std::string`
///
/// For the user-facing documentation see docs/checks/string-temporary.md
class StringTemporaryCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  void checkParameter(const FunctionDecl &F, const ParmVarDecl &P,
                      ASTContext &Context);
  void checkLocal(const VarDecl &V, const DeclStmt &Statement,
                  ASTContext &Context);
  void checkSubstr(const CXXMemberCallExpr &Call, ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_STRING_TEMPORARY_STRINGTEMPORARYCHECK_H
