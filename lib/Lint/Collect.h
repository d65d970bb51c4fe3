//===- Collect.h - from what clang-tidy said to findings --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_COLLECT_H
#define ANOMALLOC_LINT_COLLECT_H

#include "Lint/Selection.h"
#include "Lint/SourceFiles.h"
#include "Lint/Tidy.h"

namespace anomalloc::lint {

struct Collected {
  std::vector<Finding> Findings;  ///< By file, line, column and check.
  std::vector<std::string> Notes; ///< Complaints of the configuration.
};

/// Joins what the units said. What several units say about one place in a
/// header becomes one finding, which keeps its fix if all of them offer the
/// same one. Findings outside of the selection are dropped last: they take part
/// in the fingerprints.
Collected collect(llvm::ArrayRef<UnitResult> Results, const Selection &S,
                  const Project &P, SourceFiles &Files);

/// Whether \p WeightsFile can be read.
llvm::Error verifyWeights(llvm::StringRef WeightsFile);

/// Notes at each finding how many allocations its lines made, by \p WeightsFile
/// (lint weights). Puts the hottest first; those not measured come last.
llvm::Error rankByWeight(std::vector<Finding> &Findings,
                         llvm::StringRef WeightsFile, const SourceFiles &Files);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_COLLECT_H
