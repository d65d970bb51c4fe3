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

/// Whether the object is handed to a function by non-const reference, or the
/// address of its elements to a function of C, to be filled; not if that
/// function is seen to swap it or to move into it.
bool isOutArgument(const Use &U);

/// Whether nobody takes the object or its memory, nor keeps a reference to it:
/// it is not moved, swapped, returned, captured by somebody who keeps it. That
/// a function which fills it does none of this is taken for granted. Copies of
/// it count as taken if \p CopyTakes.
bool keepsItsMemory(const UseSummary &Uses, bool CopyTakes,
                    const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_MEMORYUSES_H
