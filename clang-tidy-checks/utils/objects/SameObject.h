//===- SameObject.h - two expressions, one object ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_SAMEOBJECT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_SAMEOBJECT_H

namespace clang {
class Expr;
class Stmt;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether both expressions name the same object and neither has a side effect,
/// so that one evaluation may stand for both: `x`, `this->x` and `x`, `v[i].m`,
/// `*p`, `a.at(i + 1)`, `m["key"]`. False when in doubt.
bool nameSameObject(const Expr *A, const Expr *B);

/// Whether some expression in \p S names the same object as \p Object.
bool mentionsObject(const Stmt &S, const Expr &Object);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_SAMEOBJECT_H
