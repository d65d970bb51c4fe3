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

/// Whether the container \p Object is emptied before \p Loop, in the same code
/// block, and not touched in between.
bool isClearedBefore(const Expr &Object, const Stmt &Loop,
                     const ReferenceIndex &Index);

/// Whether the container \p Object keeps its room when it is emptied. That
/// holds if Object is a variable or member that is made with a size, or gets a
/// size later, and no code in view moves, swaps or shrinks it.
bool keepsRoom(const Expr &Object, const ReferenceIndex &Index);

/// Whether another loop before \p Loop, in the same code block, looks at the
/// elements of the container \p Object. If the container is emptied after that,
/// the room of its elements stays.
bool hadElementsBefore(const Expr &Object, const Stmt &Loop,
                       const ReferenceIndex &Index);

/// Whether \p Object is a local variable that is declared empty, and only read
/// between its declaration and \p Loop. False if another loop runs \p Loop
/// several times for one declaration.
bool isFreshBefore(const Expr &Object, const Stmt &Loop,
                   const ReferenceIndex &Index);

/// Whether \p Object is a member that the constructor around \p Loop has made
/// empty and has not used before the loop.
bool isFreshMember(const Expr &Object, const Stmt &Loop,
                   const ReferenceIndex &Index);

/// Whether \p Object is a local variable that is declared once for each run of
/// \p Loop, and that may have got elements since, but no room for more.
bool isLocalWithElements(const Expr &Object, const Stmt &Loop,
                         const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_FRESHCONTAINER_H
