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

/// The type that a pointer, or a class with an operator*, points to. Null for
/// any other type.
QualType pointeeType(QualType Type);

/// Whether the type is a pointer, an iterator, or another class that is used
/// like a pointer.
bool isPointerLike(QualType Type);

/// Whether the class is, by its name, a smart pointer that counts its copies,
/// of std, boost, Qt and others. A copy of such a pointer allocates nothing.
bool countsItsCopies(const CXXRecordDecl &Record);

/// Whether the object that a value of the type points to lives and dies with
/// the value: unique_ptr, optional.
bool ownsPointee(QualType Type);

/// Whether the elements of a value of the type live and die with the value:
/// containers, std::array, adaptors.
bool holdsElements(QualType Type);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_POINTERLIKE_H
