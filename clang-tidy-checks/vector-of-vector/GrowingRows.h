//===- GrowingRows.h - rows that grow one by one ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<std::vector<int>> graph(n);
//   for (...) graph[i].push_back(j);
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_GROWINGROWS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_GROWINGROWS_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// Whether the type is a vector, deque, std::array or built-in array of
/// containers of numbers, enumerators or pointers: vectors, lists, sets.
bool holdsRowsOfScalars(QualType Type);

/// The calls that add to a row, in a loop or to a member, if all that the unit
/// does with the rows is to fill, read, clear, free of duplicates or hand on
/// all of them. Empty if not: an element is taken out, a row is swapped or
/// handed to who may change it.
llvm::SmallVector<const Stmt *, 4> growthOfRows(const ValueDecl &D,
                                                const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_GROWINGROWS_H
