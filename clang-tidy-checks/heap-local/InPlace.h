//===- InPlace.h - a variable in place of a heap object ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_INPLACE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_INPLACE_H

#include "utils/ast/References.h"
#include "utils/objects/Owners.h"
#include "clang/Basic/Diagnostic.h"

namespace clang::tidy::anomalloc {

/// The fix-its that make a variable of the single object that the pointer \p V
/// leads to:
/// \code
///   std::unique_ptr<Cursor> C(new Cursor(At));   ->  Cursor C(At);
///   C->next(); look(*C); fill(C.get());          ->  C.next(); look(C);
///                                                    fill(&C);
///   Cursor *C = new Cursor(At); ... delete C;    ->  Cursor C(At); ...
/// \endcode
/// \p V must pass isFreedInItsBlock(), and isFreedEarly() if the destructor
/// does anything that is missed. Empty where the text cannot be changed with
/// certainty: another class than that of the pointer, an operator new of the
/// class, uses of other forms or in lambdas, macros, templates, comments.
llvm::SmallVector<FixItHint, 2> putInPlace(const VarDecl &V,
                                           const DeclStmt &Declared,
                                           const Allocated &What,
                                           const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_INPLACE_H
