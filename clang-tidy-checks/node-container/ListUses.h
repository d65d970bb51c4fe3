//===- ListUses.h - whether a list must be one ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_LISTUSES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_LISTUSES_H

#include "utils/ast/References.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// All that is done with a std::list which could as well be a contiguous
/// container.
struct ListUses {
  llvm::SmallVector<const Stmt *, 4> Growth; ///< Calls that add an element.
  bool AtFront = false;     ///< Elements come or go at the front.
  bool CanRelocate = false; ///< Elements can be moved or copied.
  /// A range-for over the list adds to the end of the list. In a contiguous
  /// container, such a loop would need an index.
  bool WalksWhileGrowing = false;
};

/// The uses of \p List, which must all be in view. Nothing if the list is
/// spliced, sorted, changed in the middle or handed to others. Nothing if an
/// iterator or reference into the list may be used after the list grew.
std::optional<ListUses> listUses(const DeclaratorDecl &List,
                                 const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_LISTUSES_H
