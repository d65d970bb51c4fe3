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

/// The number of elements of the vector that \p F returns, if each return gives
/// the same constant number. A return gives a constant number if it has a list
/// in braces, or a local vector that is made with a constant size and keeps it.
///
///   std::vector<double> shape(double X) { return {1 - X, X}; }     2
std::optional<uint64_t> constantResult(const FunctionDecl &F,
                                       const ReferenceIndex &Index);

/// Whether the code that uses the vector that \p Call returns would not compile
/// with an array: the code passes the vector on, keeps it or changes its size.
bool needsVector(const Expr &Call, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_CONSTANTRESULT_H
