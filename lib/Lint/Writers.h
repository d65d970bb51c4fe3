//===- Writers.h - findings to bytes, one file a format ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_WRITERS_H
#define ANOMALLOC_LINT_WRITERS_H

#include "Lint/Explained.h"
#include "Report/text/TextStyle.h"
#include "Review/Review.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc::lint {

/// Everything that is shown; the writers compute nothing.
struct Outcome : Review {
  std::vector<std::string> Notes;
  size_t UnitsChecked = 0;
  size_t InBaseline = 0;    ///< Findings left out because they are known.
  size_t Elsewhere = 0;     ///< Findings left out as not of the project.
  size_t ColdFiles = 0;     ///< Files of which nothing was asked: tests, ...
  size_t OtherLanguage = 0; ///< Files that are no C++: no check knows them.
  bool ShowHints = false;   ///< In the text; a line each.
  bool HintsInFull = false; ///< In the text, as warnings are.
  bool Measured = false;    ///< There was a profile.
  lint::Rest Rest;          ///< With a profile: what is hot without a finding.
  /// With a profile, and paths or a diff: findings in other places about blocks
  /// that came through what was asked for.
  std::vector<Finding> Causes;
  std::vector<Finding> Fixed;
  std::vector<std::string> FixedFiles;
};

/// As clang prints diagnostics, and one line that sums up. What people wrote is
/// broken into lines, their source and what stands under it is not.
void writeText(llvm::raw_ostream &OS, const Outcome &O, const TextStyle &Style);
/// docs/lint.schema.json.
void writeJson(llvm::raw_ostream &OS, const Outcome &O);

// Parts of the text.

constexpr size_t Hanging = 6; ///< As clang indents what goes on.

/// "37.4 % of all allocations, 3 loops deep; 5,000 of them for this line"; ""
/// if nothing was measured.
std::string measuredText(const Finding &F);
/// What the report says of the same blocks, an entry a line: "report:
/// short-lived: ...; saves 4 ms and 12,000 allocations; return a reference".
/// Ranks are not told: they hang on times that are measured anew. An entry of
/// \p Told is named only; what is said is added there.
std::vector<std::string> entryTexts(llvm::ArrayRef<ReportEntry> Entries,
                                    std::set<const MeasuredChange *> &Told);
/// "Mesh::make (mesh.cpp:7), main (main.cpp:3)".
std::string levelsText(llvm::ArrayRef<SourceLevel> Levels);
/// What is hot and has no finding where it was looked for.
void writeRestText(llvm::raw_ostream &OS, const Outcome &O,
                   const TextStyle &Style,
                   std::set<const MeasuredChange *> &Told);
/// "src/a.cpp:5:7": a finding without its source, and what it is.
void writeOneLine(llvm::raw_ostream &OS, const TextStyle &Style,
                  const Finding &F, size_t Indent, llvm::StringRef Kind);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_WRITERS_H
