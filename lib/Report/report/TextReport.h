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

/// The output that a view writes to, and the data that it shows.
struct TextPage {
  llvm::raw_ostream &OS;
  const Analysis &A;
  const TextStyle &Style;

  const Profile &profile() const { return *A.Source; }
  /// Prints "Title   remark", the remark dim.
  void heading(const llvm::Twine &Title, const llvm::Twine &Remark = "") const;
  /// Prints a line below the heading.
  void line(const llvm::Twine &Text, Paint P = Paint::Plain) const;
  /// Prints a line that says what is missing or wrong.
  void warn(const llvm::Twine &Text) const;
  /// How many of a table's \p Rows are shown.
  size_t shownRows(size_t Rows) const {
    return A.Top ? std::min(A.Top, Rows) : Rows;
  }
  /// The name of \p Section; "outside" for what is in no section.
  std::string sectionName(SectionIndex Section) const;
};

/// Says in one line how much of the program was seen.
std::string coverageLine(const Coverage &C);
/// What went wrong, in one sentence for each problem.
std::vector<std::string> coverageWarnings(const Coverage &C);
/// What is missing in the numbers, in one sentence for each loss.
std::vector<std::string> lossWarnings(const Coverage &C);
/// Whether showCoverage has something to warn of.
bool isCoverageAmiss(const Coverage &C);

/// Whether code without sites made so many allocations that a reader should
/// see whose they are.
bool isDarkLarge(const Analysis &A);

/// Writes the views that are named in \p Only. If \p Only is empty, writes the
/// views of the first page, and the coverage or the dark allocations if
/// something is amiss with them. With \p All, writes instead every view that
/// the profile has something for.
void writeTextReport(llvm::raw_ostream &OS, const Analysis &A,
                     const TextStyle &Style,
                     const std::set<std::string> &Only = {}, bool All = false);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_TEXTREPORT_H
