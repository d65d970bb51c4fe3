//===- BinaryOpAssignCheck.h - x = x * y ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_BINARY_OP_ASSIGN_BINARYOPASSIGNCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_BINARY_OP_ASSIGN_BINARYOPASSIGNCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds `x = x * y` where `x *= y` would do without the temporary.
///
/// For the user-facing documentation see docs/checks/binary-op-assign.md
class BinaryOpAssignCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_BINARY_OP_ASSIGN_BINARYOPASSIGNCHECK_H
