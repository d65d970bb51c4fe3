//===- Operands.h - expressions that move into others -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OPERANDS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OPERANDS_H

namespace clang {
class Expr;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether nobody can tell how often \p E is evaluated, and when among its
/// like: it writes nothing, makes no object, and calls only accessors of std.
bool isQuiet(const Expr &E);

/// Whether \p E needs no parentheses as a factor of a product.
bool isFactor(const Expr &E);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OPERANDS_H
