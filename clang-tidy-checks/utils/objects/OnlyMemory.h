//===- OnlyMemory.h - objects that are but memory ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_ONLYMEMORY_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_ONLYMEMORY_H

#include "clang/AST/Type.h"

namespace clang::tidy::anomalloc {

/// Whether objects of the type may be destroyed later than the code says,
/// because their destruction frees memory and does nothing else: numbers,
/// containers of these, classes of these without a destructor of their own.
bool isOnlyMemory(QualType Type);

/// Whether the destruction of an object of the type runs a destructor that a
/// user wrote: that of the object, of a part, or of an object that it holds.
bool runsOwnDestructor(QualType Type);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_ONLYMEMORY_H
