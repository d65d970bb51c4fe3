//===- Collect.h - from what clang-tidy said to findings --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_COLLECT_H
#define ANOMALLOC_LINT_COLLECT_H

#include "Lint/Measure.h"
#include "Lint/Selection.h"
#include "Lint/Tidy.h"
#include "Review/SourceFiles.h"

namespace anomalloc::lint {

/// Who reads a file.
struct Readers {
  std::set<const Unit *> Units;
  std::set<std::string> Names; ///< Absolute, as they spell it.
};
/// By real path.
using ReadersOfFiles = std::map<std::string, Readers>;

struct Collected {
  std::vector<Finding> Findings; ///< By file, line, column and check.
  /// Those outside of the selection whose blocks came through it.
  std::vector<Finding> Causes;
  std::vector<std::string> Notes; ///< Complaints of the configuration.
  size_t Elsewhere = 0;           ///< Findings outside of the project.
  size_t ColdFiles = 0;           ///< Files asked for that are cold.
  size_t OtherLanguage = 0;       ///< Files asked for that are no C++.
  ReadersOfFiles ReadBy;          ///< Of the user's files.
};

/// Joins what the units said. What several units say about one place in a
/// header becomes one finding: that of the unit in which it is the loudest, the
/// hottest and the deepest. It keeps its fix if all of them offer the same one.
/// With \p Measure (null: there is no profile) findings get their numbers.
/// Findings outside of the selection are dropped last: they take part in the
/// fingerprints.
Collected collect(llvm::ArrayRef<UnitResult> Results, const Selection &S,
                  const Project &P, SourceFiles &Files, Measurer *Measure);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_COLLECT_H
