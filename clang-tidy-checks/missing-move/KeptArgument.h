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

/// Whether the container that \p Fill adds to keeps a copy of the argument for
/// \p P. The container must hold objects of \p Type, the type of the argument,
/// and P must be a reference.
bool keepsArgument(const CXXMemberCallExpr &Fill, const ParmVarDecl &P,
                   QualType Type);

/// \p Whole is a std::pair or std::tuple that is made from the argument for
/// \p P. Whether one of its elements has the argument's type, \p Type.
bool keepsPart(QualType Whole, const ParmVarDecl &P, QualType Type);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_KEPTARGUMENT_H
