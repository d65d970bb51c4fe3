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
#include "Weights/Explained.h"

namespace anomalloc::lint {

/// Measured, and no finding explains it.
struct Unexplained {
  std::vector<SourceLevel> Levels; ///< The line to change, and who called it.
  Measured Sum;
  std::optional<double> Share;
  std::vector<ReportEntry> Entries; ///< What the report says of them.
};

/// What is hot and has no finding, most allocations first.
struct Rest {
  std::vector<Unexplained> Lines; ///< Of the project.
  /// Lines in files that are not of the project, and code without lines.
  std::vector<Unexplained> Elsewhere;
};

/// Lines with fewer allocations than \p Least do not count. With \p Only, the
/// other chains do not, and what is elsewhere is not told.
Rest findRest(const MeasuredWeights &Weights, llvm::ArrayRef<Finding> Findings,
              const Project &P, Measurer &Measure, uint64_t Least,
              const std::set<uint32_t> *Only = nullptr);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_EXPLAINED_H
