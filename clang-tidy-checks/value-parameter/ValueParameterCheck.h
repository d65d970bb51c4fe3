//===- ValueParameterCheck.h - copies made for a call -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VALUE_PARAMETER_VALUEPARAMETERCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VALUE_PARAMETER_VALUEPARAMETERCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang::tidy::anomalloc {

/// Finds parameters that own heap memory, are passed by value, copied by some
/// caller in a loop, and only read.
///
/// For the user-facing documentation see docs/checks/value-parameter.md
class ValueParameterCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

private:
  /// The facts that the callers in the unit show.
  struct Callers {
    bool Any = false;              ///< The unit has callers.
    bool AllArePrivate = true;     ///< Only the callers can change originals.
    const Expr *Copying = nullptr; ///< The copying call in the most loops.
    Evidence Often;
  };
  using Methods = llvm::SmallVector<const CXXMethodDecl *, 4>;

  bool onlyReads(const FunctionDecl &F, unsigned Parameter,
                 ASTContext &Context);
  bool hasFreeSignature(const FunctionDecl &F, ASTContext &Context);
  Callers callersOf(const FunctionDecl &F, unsigned Parameter,
                    ASTContext &Context);
  void decide(const FunctionDecl &F, unsigned Parameter, ASTContext &Context);

  std::vector<std::pair<const FunctionDecl *, unsigned>> Candidates;
  /// The overrides of each method, by the method that was declared virtual
  /// first.
  llvm::DenseMap<const CXXMethodDecl *, Methods> Families;
  /// The families with a reported parameter, and the index of this parameter.
  llvm::DenseSet<std::pair<const CXXMethodDecl *, unsigned>> Told;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VALUE_PARAMETER_VALUEPARAMETERCHECK_H
