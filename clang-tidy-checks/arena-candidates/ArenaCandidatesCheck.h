//===- ArenaCandidatesCheck.h - arena candidates ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_ARENA_CANDIDATES_ARENACANDIDATESCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_ARENA_CANDIDATES_ARENACANDIDATESCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/StdSince.h"

namespace clang::tidy::anomalloc {

/// Finds code blocks with several local vectors that never change their size,
/// and members that are containers and only ever grow. One arena would do for
/// all of them.
///
/// For the user-facing documentation see docs/checks/arena-candidates.md
class ArenaCandidatesCheck : public AnomallocCheck {
public:
  ArenaCandidatesCheck(StringRef Name, ClangTidyContext *Context)
      : AnomallocCheck(Name, Context),
        MinVectors(Options.get("MinVectors", 3U)),
        Members(Options.get("Members", false)) {}
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return hasStd(StdPart::Pmr, L);
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  void checkBlock(const CompoundStmt &Block, ASTContext &Context);
  void checkMember(const FieldDecl &Field, ASTContext &Context);
  bool suits(const VarDecl &V, ASTContext &Context);

  const unsigned MinVectors;
  const bool Members;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_ARENA_CANDIDATES_ARENACANDIDATESCHECK_H
