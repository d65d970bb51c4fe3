//===- ConstantTable.h - containers of constants ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_CONSTANTTABLE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_CONSTANTTABLE_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// Whether a standard container is made of a braced list of constants. Such a
/// container has the same elements whenever and wherever it is made. Constants
/// are numbers, text, addresses of functions, and pairs, strings and containers
/// of these.
bool isMadeOfConstants(const Expr &Container, const ASTContext &Context);

/// Whether every use of \p Container, which is only read, compiles if it
/// becomes const: no use writes down the type of an iterator or reference.
bool compilesAsConst(const VarDecl &Container, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_CONSTANTTABLE_H
