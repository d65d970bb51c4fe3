//===- TextReport.h - a report for a terminal -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_TEXTREPORT_H
#define ANOMALLOC_REPORT_REPORT_TEXTREPORT_H

#include "Analysis/Analysis.h"
#include "Report/text/TextStyle.h"
#include <set>

namespace anomalloc {

/// What a view gets to draw on.
struct TextPage {
  llvm::raw_ostream &OS;
  const Analysis &A;
  const TextStyle &Style;

  const Profile &profile() const { return *A.Source; }
  /// "Title   remark", the remark dim.
  void heading(const llvm::Twine &Title, const llvm::Twine &Remark = "") const;
  /// A line below the heading.
  void line(const llvm::Twine &Text, Paint P = Paint::Plain) const;
  /// A line that says what is missing or wrong.
  void warn(const llvm::Twine &Text) const;
  /// How many of a table's \p Rows are shown.
  size_t shownRows(size_t Rows) const {
    return A.Top ? std::min(A.Top, Rows) : Rows;
  }
  /// The section's name; "outside" for what no section holds.
  std::string sectionName(SectionIndex Section) const;
};

/// What was seen of the program, in one line.
std::string coverageLine(const Coverage &C);
/// Whether showCoverage has something to warn of.
/// What went wrong, a sentence each.
std::vector<std::string> coverageWarnings(const Coverage &C);
/// What is missing in the numbers, a sentence each.
std::vector<std::string> lossWarnings(const Coverage &C);
bool isCoverageAmiss(const Coverage &C);

/// Whether code without sites made so many allocations that a reader should
/// see whose they are.
bool isDarkLarge(const Analysis &A);

/// Writes the views named in \p Only, or if it is empty those of the first page
/// and what is amiss with the coverage, or with \p All all that the profile has
/// something for.
void writeTextReport(llvm::raw_ostream &OS, const Analysis &A,
                     const TextStyle &Style,
                     const std::set<std::string> &Only = {}, bool All = false);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_TEXTREPORT_H
