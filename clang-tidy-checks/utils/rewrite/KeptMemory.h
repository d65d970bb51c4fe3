//===- KeptMemory.h - work memory that stays from call to call --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<int> Sums(N);  ->  static thread_local std::vector<int> Sums;
//                                  Sums.clear();
//                                  Sums.resize(N);
//
// Each thread has a container of its own, which keeps its memory for the next
// call. So the function must not run again inside itself.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_KEPTMEMORY_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_KEPTMEMORY_H

#include "utils/ast/References.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>

namespace clang {
class DeclStmt;
} // namespace clang

namespace clang::tidy::anomalloc {

/// What a person has to check before the memory of a function's variables stays
/// from call to call.
extern const char *const CheckOfKeptMemory;

/// Whether the variable \p V may become one that each thread has for itself,
/// and that stays from call to call: C++ has such variables in its function, no
/// lambda captures it, and no other thread may use it. The memory of V must not
/// leave the function, which the caller knows.
bool mayStayForCalls(const VarDecl &V, const ReferenceIndex &Index);

/// The fix-it that keeps the memory of all containers that \p Declared declares
/// from call to call. Nullopt unless the text certainly compiles. The caller
/// knows that they are containers whose memory does not leave the function.
std::optional<FixItHint> keepForCalls(const DeclStmt &Declared,
                                      const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_KEPTMEMORY_H
