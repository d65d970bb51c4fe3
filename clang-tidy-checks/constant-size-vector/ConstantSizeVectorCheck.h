//===- ConstantSizeVectorCheck.h - constant size vector ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_CONSTANTSIZEVECTORCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_CONSTANTSIZEVECTORCHECK_H

#include "clang-tidy/utils/IncludeInserter.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/StdSince.h"
#include "utils/uses/VectorUses.h"

namespace clang::tidy::anomalloc {

/// Finds vectors whose size is a constant and never changes. A std::array could
/// replace them.
///
/// For the user-facing documentation see docs/checks/constant-size-vector.md
class ConstantSizeVectorCheck : public AnomallocCheck {
public:
  ConstantSizeVectorCheck(StringRef Name, ClangTidyContext *Context);
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return hasStd(StdPart::Array, L);
  }
  void registerPPCallbacks(const SourceManager &SM, Preprocessor *PP,
                           Preprocessor *ModuleExpanderPP) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  void checkLocal(const VarDecl &V, const DeclStmt &Statement, ASTContext &);
  void checkResult(const FunctionDecl &F, ASTContext &Context);
  void checkMember(const FieldDecl &Field, ASTContext &);
  /// The bytes of the array, or 0 where std::array would not do.
  uint64_t bytesOf(QualType Vector, uint64_t Size, bool NeedsDefault,
                   ASTContext &Context) const;

  const unsigned MaxBytes;
  const unsigned MaxMemberBytes;
  utils::IncludeInserter Includes;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_CONSTANTSIZEVECTORCHECK_H
