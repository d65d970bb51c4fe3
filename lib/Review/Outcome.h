//===- Outcome.h - everything that lint shows -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REVIEW_OUTCOME_H
#define ANOMALLOC_REVIEW_OUTCOME_H

#include "Review/Review.h"

namespace anomalloc::lint {

/// Allocations that were measured, but that no finding explains.
struct Unexplained {
  std::vector<SourceLevel> Levels; ///< The line to change, and its callers.
  Measured Sum;
  std::optional<double> Share;
  std::vector<ReportEntry> Entries; ///< Entries of the report.
};

/// Hot code without a finding, most allocations first.
struct Rest {
  std::vector<Unexplained> Lines; ///< Lines of the project.
  /// Lines in files that are not of the project, and code without lines.
  std::vector<Unexplained> Elsewhere;
};

/// Everything that is shown; the writers compute nothing.
struct Outcome : Review {
  std::vector<std::string> Notes;
  size_t UnitsChecked = 0;
  size_t InBaseline = 0;    ///< Findings left out: the baseline has them.
  size_t Elsewhere = 0;     ///< Findings left out: outside of the project.
  size_t ColdFiles = 0;     ///< Files that were not checked: tests, ...
  size_t OtherLanguage = 0; ///< Files that are not C++: no check reads them.
  bool ShowHints = false;   ///< The text has one line for each hint.
  bool HintsInFull = false; ///< The text shows hints as it does warnings.
  bool Measured = false;    ///< There was a profile.
  lint::Rest Rest;          ///< With a profile: hot code without a finding.
  /// With a profile, and paths or a diff: findings outside of the selection,
  /// about blocks that came through the selection.
  std::vector<Finding> Causes;
  std::vector<Finding> Fixed;
  std::vector<std::string> FixedFiles;
};

/// Writes JSON as `anomalloc schema lint` describes it.
void writeJson(llvm::raw_ostream &OS, const Outcome &O);

/// What no finding explains, in that document.
struct ShownRest {
  const Review &R;
  const Unexplained &Its;
};
void describe(Keys<ShownRest> &K);

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_OUTCOME_H
