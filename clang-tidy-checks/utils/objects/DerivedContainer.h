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

/// The container of std that \p Type is under another name. Then \p Type is a
/// class of the user's that derives publicly from the container, adds no
/// members but functions, and replaces no function of the container. Any other
/// type is returned as it is.
QualType withoutOwnName(QualType Type);

/// Whether a class of the user's derives from a container of std, in whatever
/// way.
bool derivesFromContainer(const CXXRecordDecl &Class);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_DERIVEDCONTAINER_H
