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
  /// The use of a `std::function` that is made for an argument or a variable.
  struct Purpose {
    const FunctionDecl *Callee = nullptr; ///< A function that only calls it.
    bool IsSeen = false;                  ///< The body of Callee shows that.
    const VarDecl *Local = nullptr;       ///< A variable that is only called.
    bool IsRecursive = false;             ///< The closure calls Local, too.
    explicit operator bool() const { return Callee || Local; }
  };
  Purpose purposeOf(const CXXConstructExpr &Conversion, const Expr &Stored,
                    ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_FUNCTION_ALLOCATION_FUNCTIONALLOCATIONCHECK_H
