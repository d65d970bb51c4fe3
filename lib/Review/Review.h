//===- Review.h - findings for merge servers, one file a format -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the findings of 'anomalloc lint' and 'anomalloc check' in the formats
/// of merge servers. The namespace is that of lint, which had findings first.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REVIEW_REVIEW_H
#define ANOMALLOC_REVIEW_REVIEW_H

#include "Document/Keys.h"
#include "Review/Finding.h"
#include "Review/Project.h"
#include "Review/SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc::lint {

/// A unit that could not be checked.
struct UnitFailure {
  std::string File;
  std::string Why;
};

/// A rule that a finding can break.
struct Rule {
  std::string Name;    ///< Finding::Check.
  std::string Summary; ///< In markdown; "" for checks of others.
  std::string Page;    ///< Below Review::DocDir; "": none.
  Grade Usual = Grade::Warning;
};

/// The data that the formats show. The formats compute nothing.
struct Review {
  std::vector<Finding> Findings; ///< In the order to show: warnings, hints.
  std::vector<UnitFailure> Failures;
  std::vector<Rule> Rules; ///< By name; at least those of Findings.
  /// Pages about the tool, below DocDir. The first page that is installed is
  /// named.
  std::vector<std::string> Pages;
  std::string FingerprintName; ///< The name and version of fingerprints.
  std::string Version;         ///< Of Anomalloc.
  std::string DocDir;          ///< The folder of README.md and docs/.

  const Project *Where = nullptr;
  const SourceFiles *Files = nullptr;
};

/// Writes SARIF 2.1.0.
void writeSarif(llvm::raw_ostream &OS, const Review &R);
/// Writes GitLab's code quality report.
void writeGitLab(llvm::raw_ostream &OS, const Review &R);
/// Writes reviewdog's diagnostics, one a line.
void writeRdjsonl(llvm::raw_ostream &OS, const Review &R);

// Parts that the JSON formats share.

/// A range of text: the end is behind the last character.
struct Region {
  unsigned StartLine = 0, StartColumn = 0, EndLine = 0, EndColumn = 0;
};
/// The region of \p Length bytes from \p Offset on. Columns count bytes. All
/// numbers are 0 if the file is not known or ends before the region does.
Region regionOf(const Review &R, const std::string &File, unsigned Offset,
                unsigned Length);
/// The region that a finding points at: its first range that starts at its
/// place, or else the place.
Region regionOf(const Review &R, const Finding &F);
/// The region that a note points at.
Region regionOf(const Review &R, const Note &N);
/// Whether \p F has a fix, and the files that it changes are known. A fix whose
/// lines nobody can tell is left out of what other tools read.
bool hasKnownFix(const Review &R, const Finding &F);
/// A place: file, line, column.
struct ShownPlace {
  const Review &R;
  const Place &Its;
};
void describe(Keys<ShownPlace> &K);
/// What a profile measured for a finding.
struct ShownWeight {
  const Review &R;
  const FindingWeight &Its;
};
void describe(Keys<ShownWeight> &K);
/// \p Text, with the bytes that are not UTF-8 replaced.
std::string jsonText(llvm::StringRef Text);

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_REVIEW_H
