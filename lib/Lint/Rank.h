//===- Rank.h - what comes first --------------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_RANK_H
#define ANOMALLOC_LINT_RANK_H

#include "Review/Finding.h"

namespace anomalloc::lint {

/// Sorts \p Findings by level; those that accesses make doubtful (Claims.h)
/// come last in theirs. Then by the measured weight of the allocations that no
/// finding before has (FindingWeight::Alone, which is set here), by all
/// measured allocations, by weight, by severity, and by certainty. Findings
/// that are equal in all of these are sorted by file, line and column. \p
/// Weights is null if there is no profile.
void rank(std::vector<Finding> &Findings, const MeasuredWeights *Weights);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_RANK_H
