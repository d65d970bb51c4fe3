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

/// The units that read a file.
struct Readers {
  std::set<const Unit *> Units;
  /// The absolute paths of the file, as the units spell them.
  std::set<std::string> Names;
};
/// By the real path of the file.
using ReadersOfFiles = std::map<std::string, Readers>;

struct Collected {
  std::vector<Finding> Findings; ///< Sorted by file, place and check.
  /// Findings outside of the selection whose blocks came through the selection.
  std::vector<Finding> Causes;
  std::vector<std::string> Notes; ///< Lost fixes, and messages without a place.
  size_t Elsewhere = 0;           ///< Findings outside of the project.
  size_t ColdFiles = 0;           ///< Cold selected C++ files: tests, ...
  size_t OtherLanguage = 0;       ///< Selected files that are not C++.
  ReadersOfFiles ReadBy;          ///< The readers of the user's files.
};

/// Joins the results of all units. Findings of several units about one place in
/// a header become one finding. It is taken from the unit in which it is the
/// loudest. Of equally loud units, the hottest counts, then the one with the
/// deepest loops. The finding keeps its fix if all units that report it offer
/// the same fix. \p Measure adds what the profile measured of findings; it is
/// null if there is no profile. Findings outside of the selection are dropped
/// last, because they take part in the fingerprints.
Collected collect(llvm::ArrayRef<UnitResult> Results, const Selection &S,
                  const Project &P, SourceFiles &Files, Measurer *Measure);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_COLLECT_H
