//===- PointerElements.h - vectors of unique pointers -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_POINTERELEMENTS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_POINTERELEMENTS_H

#include "utils/ast/References.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// The elements of a `std::vector<std::unique_ptr<T>>` that could as well be
/// of type T.
struct PointerElements {
  QualType Object;
  llvm::SmallVector<const Stmt *, 4> Growth; ///< Where they are added.
  const Expr *Lent = nullptr; ///< A use that may let others keep an object.
};

/// The elements of \p Vector. Nothing if T has virtual functions, is large, or
/// has a move that does more than the compiler's. Nothing if an element may be
/// null, of a derived class, taken out or pointed to. Nothing if the vector is
/// handed to somebody. All uses of a member must be in view: see
/// MembersInView.h.
std::optional<PointerElements> pointerElements(const DeclaratorDecl &Vector,
                                               const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_POINTERELEMENTS_H
