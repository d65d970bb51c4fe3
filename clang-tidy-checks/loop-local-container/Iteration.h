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
  bool Known = true;     ///< Only code in view fills it.
  bool ByPublic = false; ///< A function fills it whose signature others use.
};

/// The filling of the container whose uses are \p Summary. Nothing if a use
/// moves, copies or keeps the container.
std::optional<Filling> fillingOf(const UseSummary &Summary, bool IsStream,
                                 const Stmt &Loop, const ReferenceIndex &Index);

/// Whether \p Loop certainly has just a few iterations in all.
bool isShort(const Stmt &Loop, const Evidence &Often,
             const ReferenceIndex &Index);

/// Whether the loop body \p S opens a file. Compared with opening a file, an
/// allocation costs nothing.
bool opensFiles(const Stmt &S);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_ITERATION_H
