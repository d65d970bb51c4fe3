//===- EigenTypes.h - matrices and expressions of Eigen ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_EIGENTYPES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_EIGENTYPES_H

#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace clang {
class Expr;
} // namespace clang

namespace clang::tidy::anomalloc {

/// The name of a class of namespace Eigen: "Matrix", "Product"; "" for anything
/// else. References and qualifiers are looked through.
llvm::StringRef eigenName(QualType Type);

/// The size of a matrix or expression, as the compiler knows it. -1 stands for
/// a number that is known at run time only.
struct EigenShape {
  int64_t Rows = -1, Cols = -1, MaxSize = -1;
};
/// The shape of a dense matrix, vector or expression of these. Nullopt for any
/// other type (for an Array, too), and for a class that is not complete.
std::optional<EigenShape> matrixShape(QualType Type);

/// Whether Eigen evaluates `A = E` into a temporary unless A.noalias() is
/// written: E is a product, a number times a product, or a sum or difference
/// that ends with a product.
bool assumesAliasing(QualType Expression);
/// Whether the expression contains a product, an inverse or a solution. Such a
/// part is evaluated again each time that a coefficient is looked at.
bool isExpensiveToRead(QualType Expression);
/// Whether some part of the expression is an inverse or a solution.
bool hasDecomposition(QualType Expression);

/// E if \p Value is `E.eval()`, else null.
const Expr *evaluatedBy(const Expr &Value);
/// The objects that an expression of Eigen is made of, its numbers left out:
/// B and C of `2.0 * B.transpose() * C`.
llvm::SmallVector<const Expr *, 4> operandsOf(const Expr &E);
/// The B * C of `B * C * D`, if Eigen evaluates B * C into a temporary before
/// it multiplies with D. A product that only scales coefficients (by a diagonal
/// matrix) is not evaluated by itself. Null if no such product is in \p E.
const Expr *innerProduct(const Expr &E);
/// Whether the type is a view of contiguous memory of a matrix: A.col(j),
/// v.head(n), a Map. A row of a matrix that is stored by columns is none.
bool isContiguousView(QualType Type);
/// The whole object that \p E is, or is a part of: A for `A`, `A.col(i)`,
/// `A.block(...)`.
const Expr &wholeMatrix(const Expr &E);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_EIGENTYPES_H
