//===- LocalHeap.h - what a pointer variable allocates and frees *- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_LOCALHEAP_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_LOCALHEAP_H

#include "utils/ast/References.h"
#include "utils/objects/Owners.h"

namespace clang::tidy::anomalloc {

/// What the initialiser of a pointer, or of a smart pointer, allocates.
std::optional<Allocated> allocatedBy(const VarDecl &V);

/// Whether the block in which \p Declared stands frees what \p V points to, at
/// each of its ends, and V never points to anything else: `delete p`,
/// `free(p)`, a function that is seen to free its argument, a smart pointer
/// that is only read through.
bool isFreedInItsBlock(const VarDecl &V, const DeclStmt &Declared,
                       const ReferenceIndex &Index);

/// Whether what \p V points to is given to the caller, and to nobody else.
bool isOnlyReturned(const VarDecl &V, const ReferenceIndex &Index);

/// Whether statements of the block run between the deletion of what \p V points
/// to and the block's end, where a variable would be destroyed. Other deletions
/// are none, nor is what leaves the block.
bool isFreedEarly(const VarDecl &V, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_LOCALHEAP_H
