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

/// The expression that frees what \p Reference points to: a `delete`, a call of
/// `free`, or a call of a function that is seen to free its argument. Null if
/// there is none around \p Reference.
const Expr *freedBy(const Expr &Reference, const ReferenceIndex &Index);

/// Whether the code block that has the declaration \p Declared frees the memory
/// of \p V, and V never points to other memory. The block frees by `delete p`,
/// by `free(p)`, or by a function that is seen to free its argument. A smart
/// pointer frees by itself; it must only be read through. If a function gets a
/// raw pointer as an argument, each way out of the block must free the memory.
bool isFreedInItsBlock(const VarDecl &V, const DeclStmt &Declared,
                       const ReferenceIndex &Index);

/// Whether what \p V points to is given to the caller, and to nobody else.
bool isOnlyReturned(const VarDecl &V, const ReferenceIndex &Index);

/// Whether the object that \p V points to is deleted well before the end of the
/// code block, where a variable would be destroyed: other statements stand in
/// between. Other deletions, and a statement that leaves the block, are not
/// counted.
bool isFreedEarly(const VarDecl &V, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_LOCALHEAP_H
