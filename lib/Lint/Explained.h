//===- Explained.h - what no finding explains -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_EXPLAINED_H
#define ANOMALLOC_LINT_EXPLAINED_H

#include "Lint/Measure.h"
#include "Lint/Project.h"
#include "Review/Outcome.h"
#include "Weights/Explained.h"

namespace anomalloc::lint {

/// Finds the hot code that \p Findings do not explain. Leaves out lines with
/// fewer than \p Least allocations. If \p Only is not null, only the chains in
/// it count (indices of Measurements::Chains), and Rest::Elsewhere stays empty.
Rest findRest(const MeasuredWeights &Weights, llvm::ArrayRef<Finding> Findings,
              const Project &P, Measurer &Measure, uint64_t Least,
              const std::set<uint32_t> *Only = nullptr);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_EXPLAINED_H
