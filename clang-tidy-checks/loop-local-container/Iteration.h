//===- Iteration.h - what an iteration does with an object ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_ITERATION_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_ITERATION_H

#include "utils/framework/Evidence.h"
#include "utils/uses/Uses.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// How a container is filled in the iteration that makes it.
struct Filling {
  bool Happens = false;
  bool Known = true;     ///< By code that is seen.
  bool ByPublic = false; ///< By a function whose parameters others rely on.
};

/// Nothing if it is moved away, copied, or kept by somebody.
std::optional<Filling> fillingOf(const UseSummary &Summary, bool IsStream,
                                 const Stmt &Loop, const ReferenceIndex &Index);

/// Whether the loop runs just a few times.
bool isShort(const Stmt &Loop, const Evidence &Often,
             const ReferenceIndex &Index);

/// Whether each iteration of a loop with the body \p S opens a file, beside
/// which an allocation is nothing.
bool opensFiles(const Stmt &S);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_ITERATION_H
