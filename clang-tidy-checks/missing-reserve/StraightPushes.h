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

/// Calls in one code block that each add an element to the same vector. The
/// vector is empty before the calls, and not touched between them.
struct StraightPushes {
  llvm::SmallVector<const Expr *, 4> Calls;
  /// The vector was emptied before, and may still have room. Else it is new.
  bool Cleared = false;
};

/// The calls of \p Block, for each member that a constructor fills and for each
/// member or parameter that is cleared before. Vectors with fewer than
/// \p AtLeast calls are left out.
llvm::SmallVector<StraightPushes, 1>
straightPushesIn(const CompoundStmt &Block, unsigned AtLeast,
                 const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_STRAIGHTPUSHES_H
