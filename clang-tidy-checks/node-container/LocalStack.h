//===- LocalStack.h - stacks that could keep a vector -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_LOCALSTACK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_LOCALSTACK_H

#include "utils/ast/References.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>

namespace clang {
class DeclStmt;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether the local variable \p V is a `std::stack` over a `std::deque` that a
/// vector could hold as well: it begins empty, elements are but bytes, nothing
/// else than pushing, popping and looking is done with it, and no reference to
/// an element is alive when it grows.
bool couldKeepVector(const VarDecl &V, const ReferenceIndex &Index);

/// The fix-it that makes `std::stack<int, std::vector<int>>` of
/// `std::stack<int>`, for all variables of \p Declared. Nullopt if the type is
/// not written so, or one of the variables could not keep a vector.
std::optional<FixItHint> keepVector(const DeclStmt &Declared,
                                    const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_LOCALSTACK_H
