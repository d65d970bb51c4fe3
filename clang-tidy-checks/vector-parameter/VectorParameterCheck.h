//===- VectorParameterCheck.h - vectors where a span would do ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_PARAMETER_VECTORPARAMETERCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_PARAMETER_VECTORPARAMETERCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds reference parameters of type `std::vector` that callers build a vector
/// for, where a span over an array would do.
///
/// For the user-facing documentation see docs/checks/vector-parameter.md
class VectorParameterCheck : public AnomallocCheck {
public:
  VectorParameterCheck(StringRef Name, ClangTidyContext *Context)
      : AnomallocCheck(Name, Context), SpanType(Options.get("SpanType", "")) {}
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// Whether each call passes a list in braces for \p P, and \p F needs no more
  /// than such a list.
  bool takesLists(const FunctionDecl &F, const ParmVarDecl &P, unsigned I,
                  ASTContext &Context);
  /// The reason, for a message, why the vector \p Argument is not needed. It is
  /// "" if the vector is needed.
  std::string needlessVector(const Expr &Argument, const FunctionDecl &F,
                             ASTContext &Context);

  const std::string SpanType;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_PARAMETER_VECTORPARAMETERCHECK_H
