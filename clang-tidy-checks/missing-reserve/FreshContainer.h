//===- FreshContainer.h - containers that are empty before a loop *- C++ -*-==//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_FRESHCONTAINER_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_FRESHCONTAINER_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// Whether the container is emptied before the loop, in the same block, and not
/// touched in between.
bool isClearedBefore(const Expr &Object, const Stmt &Loop,
                     const ReferenceIndex &Index);

/// Whether it keeps the room that it had before it was emptied: a variable or
/// member that is made with its size, or given it, and that nobody in view
/// moves, swaps or shrinks.
bool keepsRoom(const Expr &Object, const ReferenceIndex &Index);

/// Whether a loop before this one, in the same block, looks at its elements: if
/// it is emptied after that, their room stays.
bool hadElementsBefore(const Expr &Object, const Stmt &Loop,
                       const ReferenceIndex &Index);

/// Whether it is a variable of this function that has not been used since it
/// was declared, nor is there a loop in between.
bool isFreshBefore(const Expr &Object, const Stmt &Loop,
                   const ReferenceIndex &Index);

/// Whether it is a member that the constructor around the loop has made empty,
/// and not used since.
bool isFreshMember(const Expr &Object, const Stmt &Loop,
                   const ReferenceIndex &Index);

/// Whether it is a variable that was declared as often as the loop runs, and
/// has got some elements since, but no room for more.
bool isLocalWithElements(const Expr &Object, const Stmt &Loop,
                         const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_FRESHCONTAINER_H
