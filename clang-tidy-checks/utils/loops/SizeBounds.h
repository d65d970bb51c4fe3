//===- SizeBounds.h - numbers that are provably small -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_SIZEBOUNDS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_SIZEBOUNDS_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// An upper bound for the integer expression \p E, as far as code shows one:
/// for `8`, `std::min(n, 8)`, `n % 8`, `array.size()`, a variable that is never
/// changed behind `assert(n <= 8)` or `if (n > 8) return;`. Nullopt if no bound
/// is known.
std::optional<uint64_t> upperBound(const Expr &E, const ReferenceIndex &Index);

/// An upper bound for how often \p S runs in one run of \p Block, which is
/// around S: the product of the bounds of the loops between them. Nullopt if no
/// bound is known, or if a lambda is between them.
std::optional<uint64_t> timesWithin(const Stmt &S, const CompoundStmt &Block,
                                    const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_SIZEBOUNDS_H
