//===- KeptBlock.h - a block kept from call to call -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float *Rows = new float[2 * N];  ->  static thread_local std::vector<float>
//   ...                                      RowsRoom;
//   delete[] Rows;                       RowsRoom.resize(2 * N);
//                                        float *Rows = RowsRoom.data();
//
// In a loop the vector is a variable of the function, before the loop.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_KEPTBLOCK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_KEPTBLOCK_H

#include "utils/framework/Diagnosis.h"
#include "utils/uses/Uses.h"

namespace clang::tidy::anomalloc {

/// The note with the change that keeps the block of \p V, which
/// isFreedInItsBlock(), for the next iteration or call. The note says what to
/// check first. Nullopt if the block is not made by `new T[n]` of a T that is
/// but bytes, or if the change would not certainly compile. \p Nth counts the
/// blocks that are moved before the same loop.
std::optional<Diagnosis::Note> keepBlock(const VarDecl &V,
                                         const DeclStmt &Declared, unsigned Nth,
                                         const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_KEPTBLOCK_H
