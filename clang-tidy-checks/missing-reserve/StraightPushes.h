//===- StraightPushes.h - elements added one by one -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_STRAIGHTPUSHES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_STRAIGHTPUSHES_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// Calls of one block that each add an element to a vector, which was empty
/// before and is not touched in between.
struct StraightPushes {
  llvm::SmallVector<const Expr *, 4> Calls;
  /// It was emptied before, and may still have room; else it is new.
  bool Cleared = false;
};

/// Those of a member that a constructor fills, and of a member or parameter
/// that is cleared before; at least \p AtLeast calls each.
llvm::SmallVector<StraightPushes, 1>
straightPushesIn(const CompoundStmt &Block, unsigned AtLeast,
                 const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_STRAIGHTPUSHES_H
