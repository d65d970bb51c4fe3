//===- MatrixRows.h - are all rows of one length ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_MATRIXROWS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_MATRIXROWS_H

#include "utils/uses/VectorUses.h"

namespace clang::tidy::anomalloc {

/// The facts that the unit shows about the rows of a container of containers.
struct MatrixRows {
  /// A place where rows get a length.
  struct Site {
    const Expr *Length = nullptr; ///< Null for braced lists.
    std::optional<uint64_t> Constant;
    const Stmt *Where = nullptr;
    bool AllRows = false; ///< a.resize(n, row), not a[i].resize(m).
  };

  /// As far as the unit shows, all rows have the same length, and no code
  /// handles a row as an object of its own: no row grows alone, is swapped, or
  /// is passed on.
  bool Uniform = true;
  llvm::SmallVector<Site, 2> Sites;
  /// Sites of rows of rows, for three levels and more.
  llvm::SmallVector<Site, 2> InnerSites;
  /// A call that hands the container, by const reference, to a function that
  /// other files may call as well.
  const CallExpr *Lent = nullptr;
  /// The place inside the most loops that names a[i][j], and the number of
  /// these loops.
  const Stmt *Access = nullptr;
  unsigned AccessLoops = 0;
};

/// Whether a variable or member of the type holds rows that own a heap block
/// each: vector<vector<T>>, array<vector<T>, N>, deque<T>[N], ...
bool holdsRows(QualType Type);
/// Whether \p Type is the type of a row that owns a heap block.
bool isRow(QualType Type);
/// The type of a row of \p Type, one level down; null if \p Type has no rows.
QualType rowType(QualType Type);

/// Looks at all uses of \p D that the unit has.
MatrixRows rowsOf(const ValueDecl &D, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_MATRIXROWS_H
