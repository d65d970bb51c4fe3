//===- MeasuredRoom.h - how much room a vector needed -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_MEASUREDROOM_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_MEASUREDROOM_H

#include "utils/ast/References.h"
#include "utils/framework/Diagnosis.h"
#include "utils/framework/Weights.h"

namespace clang::tidy::anomalloc {

/// Whether \p Loop is the outermost one that repeats the growth of \p D.
bool isOutermostFor(const ValueDecl &D, const Stmt &Loop,
                    const ReferenceIndex &Index);

/// The calls in \p Loop, a loop around which no other repeats it for the same
/// vector, that append one element to a named std::vector that nobody reserves:
/// the calls of one vector together.
llvm::SmallVector<llvm::SmallVector<const Stmt *, 2>, 2>
unreservedAppends(const Stmt &Loop, const ReferenceIndex &Index);

/// Whether a profile shows, at the places of \p Often, that the vector \p
/// Object takes several blocks as it grows, and nobody reserves room in it.
bool isMeasuredToGrow(const Expr &Object, const Evidence &Often,
                      const MeasuredWeights &Weights,
                      const ReferenceIndex &Index);

/// What to say of \p Calls, which append to one vector in \p Loop: how much
/// room the vectors had in the end, as a profile counted it at the places of
/// \p Often. A note has the change that gives 95 % of them as much at once. If
/// not all sizes are known, it is the room of vectors whose blocks have as many
/// bytes on the average. Nullopt if growth is not what costs: most of the
/// vectors allocate once.
std::optional<Diagnosis> growsAsMeasured(const Stmt &Loop,
                                         llvm::ArrayRef<const Stmt *> Calls,
                                         Evidence Often,
                                         const MeasuredWeights &Weights,
                                         const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_MEASUREDROOM_H
