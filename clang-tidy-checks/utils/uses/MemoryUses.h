//===- MemoryUses.h - uses that keep an object's memory ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_MEMORYUSES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_MEMORYUSES_H

#include "utils/uses/Uses.h"

namespace clang::tidy::anomalloc {

/// Whether an assignment or assigning call keeps the memory that the container
/// has: a copy, getline, assign; not a move or swap.
bool keepsMemory(const Stmt *By);

/// Whether the object is handed to a function to be filled. The function takes
/// it by non-const reference, or is a function of C that takes the address of
/// its elements. False if the function is seen to swap the object or to move
/// into it.
bool isOutArgument(const Use &U);

/// Whether nobody takes the object or its memory, and nobody keeps a reference
/// to it: it is not moved, swapped, returned, or captured by somebody who keeps
/// it. A function that fills it is trusted to do none of this. Copies of it
/// count as taken if \p CopyTakes.
bool keepsItsMemory(const UseSummary &Uses, bool CopyTakes,
                    const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_MEMORYUSES_H
