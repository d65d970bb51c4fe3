//===- HotLineCheck.h - hot line --------------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_HOT_LINE_HOTLINECHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_HOT_LINE_HOTLINECHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Reports lines that allocated much in the recorded run if no other check says
/// why. The check runs after all other checks.
///
/// For the user-facing documentation see docs/checks/hot-line.md
class HotLineCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &) const override {
    return true;
  }

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  void sayRest(ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HOT_LINE_HOTLINECHECK_H
