//===- Functors.h - objects that are called ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_FUNCTORS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_FUNCTORS_H

#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
class CXXConstructExpr;
class CXXRecordDecl;
class Decl;
class Expr;
} // namespace clang

namespace clang::tidy::anomalloc {

/// The class of a functor or lambda, or null. std::function and other classes
/// of std's own headers do not count.
const CXXRecordDecl *functorClass(QualType Type);

/// Whether calls leave the functor as it is, so that one object may stand for
/// its copies: const call operators only, no mutable members.
bool isCalledAsConst(const CXXRecordDecl &Functor);

/// The functor that a conversion to `std::function` stores: the argument, as it
/// is written. Null if \p Conversion is no such conversion.
const Expr *storedInFunction(const CXXConstructExpr &Conversion);

/// Whether the declaration is of libc++; else it is taken for libstdc++.
bool isOfLibcxx(const Decl &D);

/// Whether a `std::function` of this library allocates to hold a functor.
/// libstdc++ keeps a functor in place if it is trivially copyable, no larger
/// than two pointers and no more aligned than one. libc++ does if the functor
/// is copied without throwing and fits, behind a pointer, into 32 bytes.
bool functionAllocates(QualType Functor, bool IsLibcxx, ASTContext &Context);

/// Whether the unit declares the function std::\p Name.
bool declaresInStd(llvm::StringRef Name, ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_FUNCTORS_H
