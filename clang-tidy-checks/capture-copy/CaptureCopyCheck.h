//===- CaptureCopyCheck.h - lambdas that copy -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_CAPTURE_COPY_CAPTURECOPYCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_CAPTURE_COPY_CAPTURECOPYCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "utils/uses/LambdaFate.h"

namespace clang::tidy::anomalloc {

/// Finds lambdas that capture a copy where a reference or a move would do.
///
/// For the user-facing documentation see docs/checks/capture-copy.md
class CaptureCopyCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  struct Wasted;
  static std::string listed(llvm::ArrayRef<Wasted> All);
  void say(llvm::ArrayRef<Wasted> All, const LambdaExpr &Lambda,
           llvm::StringRef Algorithm, const Evidence &Often,
           ASTContext &Context);

  enum class Remedy {
    None,
    Reference,
    CheckedReference,
    SuspectedReference, ///< How long the lambda lives is not seen.
    Move
  };
  /// The remedy that saves the copy of \p From that \p Lambda makes.
  Remedy remedyFor(const LambdaExpr &Lambda, const LambdaCapture &Capture,
                   const DeclRefExpr &From, const LambdaFate &Fate,
                   ASTContext &Context);
  /// Whether nothing but the lambda uses the variable afterwards.
  bool isLastUse(const LambdaExpr &Lambda, const DeclRefExpr &From,
                 const FunctionFlow &Flow, ASTContext &Context);
  /// Whether the captured object stays as it is while the lambda lives.
  bool isStable(const LambdaExpr &Lambda, const VarDecl &Captured,
                const LambdaFate &Fate, ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_CAPTURE_COPY_CAPTURECOPYCHECK_H
