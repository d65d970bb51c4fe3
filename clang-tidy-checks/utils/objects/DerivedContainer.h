//===- DerivedContainer.h - containers by another name ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_DERIVEDCONTAINER_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_DERIVEDCONTAINER_H

#include "clang/AST/Type.h"

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// The container of std that a class of the user's is by another name: it
/// derives from it in public, adds no members but functions, and replaces none.
/// The type itself for all others.
QualType withoutOwnName(QualType Type);

/// Whether a class of the user's derives from a container of std, in whatever
/// way.
bool derivesFromContainer(const CXXRecordDecl &Class);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_DERIVEDCONTAINER_H
