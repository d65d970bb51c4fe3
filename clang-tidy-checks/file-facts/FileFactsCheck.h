//===- FileFactsCheck.h - which files a unit reads, for tools ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_FILE_FACTS_FILEFACTSCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_FILE_FACTS_FILEFACTSCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds no problems. The check reports the files of the user that the unit
/// reads, and whether each file is cold or in another language (see FileFacts).
/// Without its option Tell the check reports nothing.
class FileFactsCheck : public AnomallocCheck {
public:
  FileFactsCheck(StringRef Name, ClangTidyContext *Context);
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;
  bool isLanguageVersionSupported(const LangOptions &) const override {
    return true;
  }
  void check(const ast_matchers::MatchFinder::MatchResult &) override {}

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

private:
  const bool Tell;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_FILE_FACTS_FILEFACTSCHECK_H
