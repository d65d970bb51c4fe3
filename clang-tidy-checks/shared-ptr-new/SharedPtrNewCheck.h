//===- SharedPtrNewCheck.h - shared ptr new ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_SHARED_PTR_NEW_SHAREDPTRNEWCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_SHARED_PTR_NEW_SHAREDPTRNEWCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds `std::shared_ptr<T>(new T)`, which allocates twice.
///
/// For the user-facing documentation see docs/checks/shared-ptr-new.md
class SharedPtrNewCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_SHARED_PTR_NEW_SHAREDPTRNEWCHECK_H
