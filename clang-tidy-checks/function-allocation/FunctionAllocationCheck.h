//===- FunctionAllocationCheck.h - closures on the heap ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_FUNCTION_ALLOCATION_FUNCTIONALLOCATIONCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_FUNCTION_ALLOCATION_FUNCTIONALLOCATIONCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds conversions of closures and functors to `std::function` that allocate
/// in each iteration, where nothing keeps the function.
///
/// For the user-facing documentation see docs/checks/function-allocation.md
class FunctionAllocationCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// What a function made for an argument or a variable is needed for.
  struct Purpose {
    const FunctionDecl *Callee = nullptr; ///< That only calls it.
    bool IsSeen = false;                  ///< Its body shows that.
    const VarDecl *Local = nullptr;       ///< That is only called.
    bool IsRecursive = false;             ///< By its own closure.
    explicit operator bool() const { return Callee || Local; }
  };
  Purpose purposeOf(const CXXConstructExpr &Conversion, const Expr &Stored,
                    ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_FUNCTION_ALLOCATION_FUNCTIONALLOCATIONCHECK_H
