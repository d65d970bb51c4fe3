//===- LineWeightsCheck.h - how often lines run, for tools ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_LINE_WEIGHTS_LINEWEIGHTSCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_LINE_WEIGHTS_LINEWEIGHTSCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/Weights.h"

namespace clang::tidy::anomalloc {

/// Finds nothing. It says of each file of the user how often the lines run on
/// which stock checks may find something (see LineWeights), and whether it is a
/// cold file or one of another language. Silent unless its option Tell is true.
class LineWeightsCheck : public AnomallocCheck {
public:
  LineWeightsCheck(StringRef Name, ClangTidyContext *Context);
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;
  bool isLanguageVersionSupported(const LangOptions &) const override {
    return true;
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

private:
  void note(SourceLocation At, const Evidence &Often, const SourceManager &SM);

  const bool Tell;
  std::map<FileID, LineWeights> Files;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_LINE_WEIGHTS_LINEWEIGHTSCHECK_H
