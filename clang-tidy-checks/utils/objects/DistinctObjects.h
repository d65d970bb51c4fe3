//===- DistinctObjects.h - can two expressions overlap ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_DISTINCTOBJECTS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_DISTINCTOBJECTS_H

namespace clang {
class Expr;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether writing to the object \p Target provably leaves \p Source as it is.
/// It does if \p Source is another variable, another member, a number, or a
/// temporary of its own. False when in doubt, as for two reference parameters
/// or two elements.
bool areDistinct(const Expr &Target, const Expr &Source);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_DISTINCTOBJECTS_H
