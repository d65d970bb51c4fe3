//===- TransparentComparison.h - std::less<> for a container ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_HETEROGENEOUS_LOOKUP_TRANSPARENTCOMPARISON_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_HETEROGENEOUS_LOOKUP_TRANSPARENTCOMPARISON_H

#include "clang/Basic/Diagnostic.h"
#include <optional>

namespace clang {
class DeclaratorDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class ReferenceIndex;

/// Turns `std::map<std::string, T> M` into `std::map<std::string, T,
/// std::less<>> M`. Returns nothing unless this declaration alone writes the
/// type out, all uses of the container are in view, and each of them compiles
/// with the new type and means the same.
std::optional<FixItHint> makeTransparent(const DeclaratorDecl &Container,
                                         const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HETEROGENEOUS_LOOKUP_TRANSPARENTCOMPARISON_H
