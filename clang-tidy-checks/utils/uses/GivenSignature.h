//===- GivenSignature.h - functions whose type others fix -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_GIVENSIGNATURE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_GIVENSIGNATURE_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// Whether something else fixes the type of the function \p F. This is so if
/// \p F overrides a method or is overridden by one. It is also so if \p F, or
/// the object whose call operator \p F is, is handed to a `std::function`, a
/// function pointer or a template. The type of a function that is only called
/// directly is free.
bool hasGivenSignature(const FunctionDecl &F, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_GIVENSIGNATURE_H
