//===- PointerLike.h - what is used like a pointer --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_POINTERLIKE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_POINTERLIKE_H

#include "clang/AST/Type.h"

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// What a pointer or a class with an operator* points to, or null.
QualType pointeeType(QualType Type);

/// Whether an iterator, or another class that is used like a pointer.
bool isPointerLike(QualType Type);

/// Whether it is a class template of pointers that count their copies, of std,
/// boost, Qt and others, by its name: a copy of one allocates nothing.
bool countsItsCopies(const CXXRecordDecl &Record);

/// Whether what it points to lives and dies with it: unique_ptr, optional.
bool ownsPointee(QualType Type);

/// Whether its elements live and die with it: containers, arrays, adaptors.
bool holdsElements(QualType Type);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_POINTERLIKE_H
