//===- MadeForCaller.h - objects that a function makes by new ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_MADEFORCALLER_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_MADEFORCALLER_H

#include "heap-local/LocalHeap.h"

namespace clang::tidy::anomalloc {

/// The object that each call of \p F makes for its caller, and that nobody else
/// knows. F returns a pointer or an owner. Each return must give null or a new
/// object of exactly the type that F is declared to return, else the result is
/// nothing.
std::optional<Allocated> madeForCaller(const FunctionDecl &F,
                                       const ReferenceIndex &Index);

/// Whether the caller needs the object only for a moment, as in
/// `find(I)->Distance`, or only in a code block that frees it, as in
/// `if (Hit *H = find(I)) { ...; delete H; }`.
bool isFreedByCaller(const Expr &Call, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_MADEFORCALLER_H
