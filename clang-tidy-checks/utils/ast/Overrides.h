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

/// The first declaration of the virtual method that \p Method overrides, or
/// \p Method itself if it overrides none. All methods that override one another
/// have the same first declaration, except with multiple inheritance.
const CXXMethodDecl *firstDeclaredVirtual(const CXXMethodDecl &Method);

/// Whether the class of \p Method has a const method with the same name and
/// number of parameters. A const object would use that method: `data() const`
/// beside `data()`.
bool hasConstTwin(const CXXMethodDecl &Method);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_OVERRIDES_H
