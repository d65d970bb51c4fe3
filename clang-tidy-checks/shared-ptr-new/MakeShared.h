//===- MakeShared.h - std::make_shared for new ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_SHARED_PTR_NEW_MAKESHARED_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_SHARED_PTR_NEW_MAKESHARED_H

#include <string>

namespace clang {
class ASTContext;
class CXXNewExpr;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether std::make_shared can make the same object as \p New, in the same
/// state. The constructor and the destructor must be accessible. The class must
/// not have its own operator new. \p New must leave nothing uninitialised.
bool canMakeShared(const CXXNewExpr &New, ASTContext &Context);

/// `std::make_shared<T>(X)` for `new T(X)`; "" where the arguments may not be
/// forwarded as they are, or the text cannot be changed with certainty.
std::string makeShared(const CXXNewExpr &New, const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_SHARED_PTR_NEW_MAKESHARED_H
