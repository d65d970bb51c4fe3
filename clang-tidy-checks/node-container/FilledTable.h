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

/// The calls that add to the map or set \p Table in a loop. Empty if the unit
/// does more with the table than add, look up by key, look through and clear:
/// for example, the unit takes an element out, asks for the neighbour of a key,
/// or hands the table to others.
llvm::SmallVector<const Stmt *, 4> fillingOf(const DeclaratorDecl &Table,
                                             const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_FILLEDTABLE_H
