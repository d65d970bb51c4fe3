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

/// The calls that add to a row of \p D. If D is a variable, only the calls in
/// loops. Empty if the unit does more with the rows than fill, read or clear
/// them, drop their duplicates, or hand on all rows together. For example, the
/// unit takes an element out, swaps a row, or hands a row to code that may
/// change it.
llvm::SmallVector<const Stmt *, 4> growthOfRows(const ValueDecl &D,
                                                const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_GROWINGROWS_H
