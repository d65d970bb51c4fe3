//===- AnomallocCheck.h - base of all checks --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_ANOMALLOCCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_ANOMALLOCCHECK_H

#include "clang-tidy/ClangTidyCheck.h"
#include "utils/HeapOwning.h"
#include "utils/LoopEvidence.h"
#include "utils/Options.h"

namespace clang::tidy::anomalloc {

struct UnitFacts;

/// What every check has: the common options, and what is known of the
/// translation unit. The checks of one translation unit share that knowledge.
class AnomallocCheck : public ClangTidyCheck {
public:
  AnomallocCheck(StringRef Name, ClangTidyContext *Context);
  ~AnomallocCheck() override;

  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus;
  }
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;
  void onEndOfTranslationUnit() override;

protected:
  HeapOwnership heapOwnership(QualType Type, ASTContext &Context);
  LoopEvidence loopEvidence(const Stmt &S, ASTContext &Context);
  /// Whether a person can edit the code there: no system header, no macro.
  static bool isEditable(SourceLocation Loc, const SourceManager &SM);
  /// The type as a person would write it, not as vector<T>::value_type.
  static std::string nameOf(QualType Type, const ASTContext &Context);
  /// Whether code of this function is written down elsewhere, in a template,
  /// whose other instantiations a fix-it would change too.
  static bool isInstantiated(const FunctionDecl *Function);

  const CommonOptions Common;

private:
  UnitFacts &facts(ASTContext &Context);
  std::shared_ptr<UnitFacts> Facts;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_ANOMALLOCCHECK_H
