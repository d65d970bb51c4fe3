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

/// What each call of a function that returns a pointer or an owner makes for
/// its caller, and nobody else knows; nothing if one of the returns gives
/// something else than a new object, always of the returned type, or null.
std::optional<Allocated> madeForCaller(const FunctionDecl &F,
                                       const ReferenceIndex &Index);

/// Whether the caller needs the object for a moment, or for a block that frees
/// it: `if (Hit *H = find(I)) { ...; delete H; }`, `find(I)->Distance`.
bool isFreedByCaller(const Expr &Call, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_MADEFORCALLER_H
