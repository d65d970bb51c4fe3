//===- SmallLocalVectorCheck.h - small local vector -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_SMALL_LOCAL_VECTOR_SMALLLOCALVECTORCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_SMALL_LOCAL_VECTOR_SMALLLOCALVECTORCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds local vectors that stay small, as the code or a profile shows.
///
/// For the user-facing documentation see docs/checks/small-local-vector.md
class SmallLocalVectorCheck : public AnomallocCheck {
public:
  SmallLocalVectorCheck(StringRef Name, ClangTidyContext *Context)
      : AnomallocCheck(Name, Context), MaxBytes(Options.get("MaxBytes", 256U)),
        SmallVector(Options.get("SmallVector", "")) {}
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// The class template to propose. It is "" if the unit includes no library
  /// that has such a template.
  std::string smallVector(const ASTContext &Context) const;

  const unsigned MaxBytes;
  const StringRef SmallVector;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_SMALL_LOCAL_VECTOR_SMALLLOCALVECTORCHECK_H
