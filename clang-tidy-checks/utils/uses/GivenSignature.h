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

/// Whether something else fixes the type of a function. That is a method that
/// it overrides, or one that overrides it. Or it is the `std::function`,
/// function pointer or template that the function is handed to, by name or as
/// the call operator of an object. Calls by its name alone leave its type free.
bool hasGivenSignature(const FunctionDecl &F, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_GIVENSIGNATURE_H
