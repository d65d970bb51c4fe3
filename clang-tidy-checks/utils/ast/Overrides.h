//===- Overrides.h - families of virtual methods ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OVERRIDES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OVERRIDES_H

namespace clang {
class CXXMethodDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// The first declaration of the virtual method that \p Method overrides. It is
/// the same for all methods that override one another, except with multiple
/// inheritance. \p Method itself if it overrides none.
const CXXMethodDecl *firstDeclaredVirtual(const CXXMethodDecl &Method);

/// Whether the class has a const method of the same name and number of
/// parameters, which a const object would use: `data()` and `data() const`.
bool hasConstTwin(const CXXMethodDecl &Method);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OVERRIDES_H
