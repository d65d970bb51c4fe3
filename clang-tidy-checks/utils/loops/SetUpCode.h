//===- SetUpCode.h - what runs once for each object -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (Level &L : Levels)
//     L.initialize(N);       once for each object, though a loop calls it
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_SETUPCODE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_SETUPCODE_H

namespace clang {
class FunctionDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether \p F makes or prepares an object: it is a constructor or a
/// destructor, or its name says so (initialize, setUp, configure, create). The
/// call operator of a lambda counts as the function around the lambda. An
/// object that is made in a loop allocates in its own right, so what its set-up
/// allocates besides matters little.
bool isSetUp(const FunctionDecl &F);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_SETUPCODE_H
