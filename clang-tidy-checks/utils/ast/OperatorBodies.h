//===- OperatorBodies.h - what bodies of operators show ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OPERATORBODIES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OPERATORBODIES_H

#include "clang/Basic/OperatorKinds.h"
#include <optional>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// The index (0 or 1) of the operand that the binary operator copies and then
/// compounds with the other one: 0 for `T r = a; r *= b; return r;`. Nullopt if
/// the body of the operator does not show this.
std::optional<unsigned> accumulatedOperand(const FunctionDecl &Binary);

/// Whether the body of `x op= y` computes `x op y` anyway. Then a call of `op=`
/// would save nothing.
bool usesBinaryOperator(const FunctionDecl &Compound,
                        OverloadedOperatorKind Binary);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OPERATORBODIES_H
