//===- DeadContainerCheck.h - filled and never read -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_DEAD_CONTAINER_DEADCONTAINERCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_DEAD_CONTAINER_DEADCONTAINERCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds local containers and strings that are filled, but never read.
///
/// For the user-facing documentation see docs/checks/dead-container.md
class DeadContainerCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_DEAD_CONTAINER_DEADCONTAINERCHECK_H
