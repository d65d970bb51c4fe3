//===- FixedMatrix.h - dynamic matrices of constant size --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_EIGEN_TEMPORARY_FIXEDMATRIX_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_EIGEN_TEMPORARY_FIXEDMATRIX_H

#include "utils/ast/References.h"
#include "clang/Basic/Diagnostic.h"
#include <string>

namespace clang::tidy::anomalloc {

/// A local Eigen matrix of dynamic type that is made with a constant size, and
/// certainly keeps it.
struct FixedMatrix {
  int64_t Rows = 0, Cols = 0;
  uint64_t Bytes = 0;
  std::string Type; ///< "Eigen::Matrix3d", "Eigen::Matrix<double, 6, 1>"
  /// The fix-its that change the declaration of the matrix. Empty where the
  /// text is not known for sure.
  llvm::SmallVector<FixItHint, 2> Fixes;
};

/// The constant size and the new type of the matrix \p V. Nothing if a use of V
/// may change the size, hands V out, or might not compile with the new type.
std::optional<FixedMatrix> fixedMatrix(const VarDecl &V,
                                       const DeclStmt &Statement,
                                       const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_EIGEN_TEMPORARY_FIXEDMATRIX_H
