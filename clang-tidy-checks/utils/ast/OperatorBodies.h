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

/// Which operand (0 or 1) the binary operator copies and then compounds with
/// the other, if its body shows it: `T r = a; r *= b; return r;` tells 0.
std::optional<unsigned> accumulatedOperand(const FunctionDecl &Binary);

/// Whether the body of `x op= y` computes `x op y` anyway. Then a call of `op=`
/// would save nothing.
bool usesBinaryOperator(const FunctionDecl &Compound,
                        OverloadedOperatorKind Binary);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OPERATORBODIES_H
