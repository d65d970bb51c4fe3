//===- CompoundOperator.h - from x * y to x *= y ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_COMPOUNDOPERATOR_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_COMPOUNDOPERATOR_H

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/OperatorKinds.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// The compound operator of a binary one: `+=` of `+`, and so on for - * / % &
/// | ^ << >>. Nullopt for other operators.
std::optional<OverloadedOperatorKind> compoundOf(OverloadedOperatorKind Binary);

/// The overload that `x op= operand` would call.
struct CompoundOperator {
  const FunctionDecl *Function = nullptr; ///< Null: there is none.
  /// Whether `x op= operand` certainly calls Function, and Function takes the
  /// operand as the binary operator did, and returns x.
  bool Certain = false;
};

/// Finds the overload of \p Op that takes an \p X on the left and \p Operand on
/// the right, among members and free functions. \p BinaryParameter is the type
/// of the parameter by which the binary operator took the operand. Deleted,
/// private and never instantiated overloads do not count.
CompoundOperator findCompoundOperator(OverloadedOperatorKind Op,
                                      const CXXRecordDecl &X,
                                      const Expr &Operand,
                                      QualType BinaryParameter);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_COMPOUNDOPERATOR_H
