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
    /// The function that gets the std::function and only calls it, or null.
    const FunctionDecl *Callee = nullptr;
    bool IsSeen = false; ///< The body of Callee shows that it only calls it.
    /// The variable that holds the std::function and is only called, or null.
    const VarDecl *Local = nullptr;
    bool IsRecursive = false; ///< The closure calls Local, too.
    explicit operator bool() const { return Callee || Local; }
  };
  Purpose purposeOf(const CXXConstructExpr &Conversion, const Expr &Stored,
                    ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_FUNCTION_ALLOCATION_FUNCTIONALLOCATIONCHECK_H
