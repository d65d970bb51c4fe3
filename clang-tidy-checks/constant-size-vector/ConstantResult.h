//===- ConstantResult.h - vectors of constant size, returned ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_CONSTANTRESULT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_CONSTANTRESULT_H

#include "utils/ast/References.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// How many elements the vector has that \p F returns, if that is the same
/// constant at each return: a list in braces, or a local vector that is made
/// with a constant size and keeps it.
///
///   std::vector<double> shape(double X) { return {1 - X, X}; }     2
std::optional<uint64_t> constantResult(const FunctionDecl &F,
                                       const ReferenceIndex &Index);

/// Whether what is done with the vector that \p Call returns does not compile
/// with an array: it is passed on, kept, or changes its size.
bool needsVector(const Expr &Call, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_CONSTANTRESULT_H
