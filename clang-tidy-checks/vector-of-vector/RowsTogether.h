//===- RowsTogether.h - rows that get one length at once --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_ROWSTOGETHER_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_ROWSTOGETHER_H

#include "utils/uses/VectorUses.h"

namespace clang::tidy::anomalloc {

/// `N, std::vector<T>(M, X)`
struct RowsTogether {
  const Expr *Rows = nullptr;    ///< `N`
  const Expr *Columns = nullptr; ///< `M`
  const Expr *Value = nullptr;   ///< `X`; null if it is not written.
  const Expr *Row = nullptr;     ///< All of the second argument.
  /// Whether `N * M` may be a valid length although N or M is none, as with two
  /// negative numbers. Two vectors throw there, one would not.
  bool MayHideError = false;
};

/// The rows that \p Init makes, if it is written so, with numbers as lengths.
std::optional<RowsTogether> rowsTogether(const VectorInit &Init,
                                         const ASTContext &Context);

/// Whether \p E is written as a number that fits into an index.
bool isIndex(const Expr &E, const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_ROWSTOGETHER_H
