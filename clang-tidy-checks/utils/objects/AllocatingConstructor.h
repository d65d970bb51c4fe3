//===- AllocatingConstructor.h - does a class allocate ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_ALLOCATINGCONSTRUCTOR_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_ALLOCATINGCONSTRUCTOR_H

#include "clang/AST/DeclCXX.h"

namespace clang::tidy::anomalloc {

/// Whether a constructor of the class is seen to call an allocation function,
/// itself or through functions it calls, and the class can keep the block. The
/// bodies of templates are read in their patterns.
bool constructorAllocates(const CXXRecordDecl &Record);

/// Whether copies of an object share the memory that its own pointers point to.
/// The class itself decides: its copy constructor must be the compiler's, or be
/// seen to allocate nothing. The bases and members are not asked.
bool copiesShare(const CXXRecordDecl &Record);

/// Whether the function is seen to call an allocation function, itself or
/// through functions it calls.
bool functionAllocates(const FunctionDecl &Function);

/// The outermost namespace that \p D stands in, or "".
llvm::StringRef outermostNamespace(const Decl &D);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_ALLOCATINGCONSTRUCTOR_H
