//===- RowLengths.h - what gives rows their lengths -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_ROWLENGTHS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_ROWLENGTHS_H

#include "vector-of-vector/MatrixRows.h"

namespace clang::tidy::anomalloc {

/// Records in Found the places where rows of \p D get a length. Clears
/// Found.Uniform as soon as two lengths differ, or a length is not known.
class RowLengths {
public:
  RowLengths(const ValueDecl &D, const ReferenceIndex &Index, MatrixRows &Found)
      : D(D), Index(Index), Found(Found) {}

  /// Adds all rows that the initializer \p Init gives to the matrix. A null
  /// \p Init adds none. \p Where is the assignment, or null.
  void addMatrix(const Expr *Init, const Stmt *Where);
  /// Adds a row that is a copy of \p Value. With \p AllRows, all rows are
  /// copies of \p Value. \p Level is 0 for rows, 1 for rows of rows, and so on.
  void addRow(const Expr &Value, const Stmt &Where, bool AllRows,
              unsigned Level);
  /// Adds a row of \p Length elements, or of \p Constant elements. With
  /// \p AllRows, all rows have this length.
  void add(const Expr *Length, std::optional<uint64_t> Constant,
           const Stmt &Where, bool AllRows, unsigned Level);

private:
  bool changesPerRow(const Expr &Length, const Stmt &Where) const;
  const FunctionDecl *functionOf(const Stmt &S) const {
    const FunctionDecl *F = Index.functionOf(S);
    return F ? F : dyn_cast<FunctionDecl>(D.getDeclContext());
  }
  void no() { Found.Uniform = false; }

  const ValueDecl &D;
  const ReferenceIndex &Index;
  MatrixRows &Found;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_ROWLENGTHS_H
