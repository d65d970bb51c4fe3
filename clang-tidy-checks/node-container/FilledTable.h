//===- FilledTable.h - tables that are filled and looked up -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::map<int, double> Merged;
//   for (...) Merged[Column] += Value;
//   for (const auto &Entry : Merged) ...
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_FILLEDTABLE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_FILLEDTABLE_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// The calls that add to a map or set in a loop, if all that the unit does with
/// it is to add, to look up by key, to look through, to clear. Empty if not: an
/// element is taken out, a neighbour of a key is asked for, it is handed to
/// others.
llvm::SmallVector<const Stmt *, 4> fillingOf(const DeclaratorDecl &Table,
                                             const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_FILLEDTABLE_H
