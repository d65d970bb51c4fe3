//===- RowMajor.h - a matrix in one block -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<std::vector<double>> Rows;       // private
//   Table(int N, int M) : Rows(N, std::vector<double>(M)) {}
//   double at(int I, int J) const { return Rows[I][J]; }
//
//   ->
//
//   std::size_t RowsStride = 0;
//   std::vector<double> Rows;
//   Table(int N, int M) : RowsStride(M), Rows(N * RowsStride) {}
//   double at(int I, int J) const { return Rows[I * RowsStride + J]; }
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_ROWMAJOR_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_ROWMAJOR_H

#include "utils/ast/References.h"
#include "clang/Basic/Diagnostic.h"
#include <string>

namespace clang::tidy::anomalloc {

/// The change of a vector of vectors to one vector, row after row.
struct RowMajorChange {
  /// All fix-its of the change; empty if it cannot be made with certainty.
  llvm::SmallVector<FixItHint, 8> Fixes;
  /// What a person has to check first, for a note. Empty if there is nothing.
  std::string Check;
};

/// The change for \p D, a local variable or a private member. All uses of D
/// must be in view. Each must be one element `D[i][j]`, `D[i].size()`,
/// `D.clear()`, or a place where all rows get one length together.
RowMajorChange rowMajor(const DeclaratorDecl &D, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_ROWMAJOR_H
