//===- Rank.h - what comes first --------------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_RANK_H
#define ANOMALLOC_LINT_RANK_H

#include "Lint/SourceFiles.h"
#include "llvm/Support/Error.h"

namespace anomalloc::lint {

/// Whether \p WeightsFile can be read.
llvm::Error verifyWeights(llvm::StringRef WeightsFile);

/// Notes at each finding how many allocations its lines made, by \p WeightsFile
/// (lint weights).
llvm::Error measure(std::vector<Finding> &Findings, llvm::StringRef WeightsFile,
                    const SourceFiles &Files);

/// Sorts by level, measured allocations, weight, severity and certainty; what
/// is equal in all of these by file, line and column.
void rank(std::vector<Finding> &Findings);

/// From 0 to 100, in the order of rank(): 50 and more are warnings. Severity
/// and certainty count for little, as they do there.
double rankOf(const Finding &F);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_RANK_H
