//===- FileFactsCheck.cpp - which files a unit reads, for tools -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/FileFacts.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/UserCode.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/SetVector.h"

using namespace clang::ast_matchers;
using ::anomalloc::FileFacts;
using ::anomalloc::FileFactsOption;

namespace clang::tidy::anomalloc {
namespace {

/// Finds no problems. The check reports the files of the user that the unit
/// reads, and whether each file is cold or in another language (see FileFacts).
/// Without its option Tell the check reports nothing.
struct FileFactsCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &) const override {
    return true;
  }
  void check(const MatchFinder::MatchResult &) override {}
  void addMatchers(MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

  const bool Tell = option(FileFactsOption, false);
};

} // namespace

void FileFactsCheck::addMatchers(MatchFinder &UserCode) {
  // Without a matcher there is no end of the unit; this one matches nothing.
  if (Tell)
    UserCode.addMatcher(translationUnitDecl(), this);
}

void FileFactsCheck::finishUnit(ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const ColdFiles Cold(Common.ColdFiles, Common.Root);
  llvm::SetVector<FileID> Files;
  Files.insert(SM.getMainFileID()); // also where it declares nothing
  for (const Decl *D : userDeclarations(Context))
    Files.insert(SM.getFileID(SM.getExpansionLoc(D->getLocation())));
  for (FileID File : Files) {
    FileFacts Facts;
    const SourceLocation Start = SM.getLocForStartOfFile(File);
    Facts.Cold = Cold.contains(Start, SM);
    Facts.NoCxx = !getLangOpts().CPlusPlus;
    diag(Start, "%0", DiagnosticIDs::Remark) << Facts.message();
  }
}

ANOMALLOC_CHECK_FACTORY(FileFactsCheck)

} // namespace clang::tidy::anomalloc
