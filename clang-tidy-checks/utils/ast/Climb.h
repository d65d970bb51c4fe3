//===- Climb.h - from a statement to its function ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_CLIMB_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_CLIMB_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// Calls \p Visit(Parent, Child) on the way up to the function around \p S,
/// until it returns false.
template <typename Visitor>
void climb(const Stmt &S, const ReferenceIndex &Index, Visitor Visit) {
  const Stmt *Child = &S;
  for (DynTypedNode Node = Index.parentOf(S);;) {
    if (const Stmt *Parent = Node.get<Stmt>()) {
      if (!Visit(*Parent, *Child))
        return;
      Child = Parent;
      Node = Index.parentOf(*Parent);
      continue;
    }
    const Decl *D = Node.get<Decl>();
    if (!D || isa<FunctionDecl>(D))
      return;
    Node = Index.parentOf(*D);
  }
}

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_CLIMB_H
