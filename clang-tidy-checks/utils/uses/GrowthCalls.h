//===- GrowthCalls.h - how a container grows in some code -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_GROWTHCALLS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_GROWTHCALLS_H

#include "utils/uses/Uses.h"

namespace clang::tidy::anomalloc {

/// What some code does to the size of one container of std. The container may
/// be a variable, a member, an element or `*this`: anything that can be named
/// twice.
struct GrowthCalls {
  GrowthCalls(const Expr &Object, const Stmt &Code,
              const ReferenceIndex &Index);

  /// The calls of the container's members that add elements, in source order.
  llvm::SmallVector<const Expr *, 2> Calls;
  /// The container grows, or may grow in a function that it is handed to.
  bool Grown = false;
  /// The container gets smaller, gets a new value, or is moved from.
  bool Emptied = false;
  /// Something refers to the container, or into it, beyond one full expression.
  bool Referred = false;

private:
  void scan(const Expr &Object, const Stmt &Code);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_GROWTHCALLS_H
