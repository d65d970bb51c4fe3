//===- KeptArgument.h - calls that keep what they are given -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_KEPTARGUMENT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_KEPTARGUMENT_H

#include "clang/AST/ExprCXX.h"

namespace clang::tidy::anomalloc {

/// Whether the container keeps its own object made of this argument: one of
/// the same type, or what emplace hands on to a constructor by value.
bool keepsArgument(const CXXMemberCallExpr &Fill, const ParmVarDecl &P,
                   QualType Type);

/// Whether what is made of an argument, a std::pair or std::tuple, has a part
/// of the same type.
bool keepsPart(QualType Whole, const ParmVarDecl &P, QualType Type);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_KEPTARGUMENT_H
