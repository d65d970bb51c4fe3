//===- Review.h - findings for merge servers, one file a format -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What 'anomalloc lint' and 'anomalloc check' found, in the formats of merge
/// servers. The namespace is that of the room which had findings first.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REVIEW_REVIEW_H
#define ANOMALLOC_REVIEW_REVIEW_H

#include "Review/Finding.h"
#include "Review/Project.h"
#include "Review/SourceFiles.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc::lint {

/// A unit that could not be checked.
struct UnitFailure {
  std::string File;
  std::string Why;
};

/// What a finding can break.
struct Rule {
  std::string Name;    ///< Finding::Check.
  std::string Summary; ///< In markdown; "": of others.
  std::string Page;    ///< Below Review::DocDir; "": none.
  Grade Usual = Grade::Warning;
};

/// What the formats show; they compute nothing.
struct Review {
  std::vector<Finding> Findings; ///< In the order to show: warnings, hints.
  std::vector<UnitFailure> Failures;
  std::vector<Rule> Rules; ///< By name; at least those of Findings.
  /// Pages about the tool, below DocDir; the first that is installed is told.
  std::vector<std::string> Pages;
  std::string FingerprintName; ///< Of Finding::Fingerprint, with a version.
  std::string Version;         ///< Of Anomalloc.
  std::string DocDir;          ///< Of its README.md and docs/.

  const Project *Where = nullptr;
  const SourceFiles *Files = nullptr;
};

/// SARIF 2.1.0.
void writeSarif(llvm::raw_ostream &OS, const Review &R);
/// GitLab's code quality report.
void writeGitLab(llvm::raw_ostream &OS, const Review &R);
/// reviewdog's diagnostics, one a line.
void writeRdjsonl(llvm::raw_ostream &OS, const Review &R);

// Parts that the JSON formats share.

/// A range of text: the end is behind the last character.
struct Region {
  unsigned StartLine = 0, StartColumn = 0, EndLine = 0, EndColumn = 0;
};
/// Columns in bytes.
Region regionOf(const Review &R, const std::string &File, unsigned Offset,
                unsigned Length);
/// What a finding points at: the first range that starts there, or the place.
Region regionOf(const Review &R, const Finding &F);
/// What a note points at.
Region regionOf(const Review &R, const Note &N);
/// The attribute "measured" of a finding.
void writeMeasured(llvm::json::OStream &J, const Review &R, const Finding &F);
/// Parts of it.
void writeLevels(llvm::json::OStream &J, const Review &R,
                 llvm::ArrayRef<SourceLevel> Levels);
void writeNumbers(llvm::json::OStream &J, const Measured &Sum,
                  std::optional<double> Share);
void writeEntries(llvm::json::OStream &J, llvm::ArrayRef<ReportEntry> Entries);
/// \p Text with what is not UTF-8 replaced.
std::string jsonText(llvm::StringRef Text);

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_REVIEW_H
