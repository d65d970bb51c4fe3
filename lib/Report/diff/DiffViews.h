//===- DiffViews.h - comparisons as text, JSON and markdown -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_DIFF_DIFFVIEWS_H
#define ANOMALLOC_REPORT_DIFF_DIFFVIEWS_H

#include "Compare/Comparison.h"
#include "Report/text/TextStyle.h"
#include <set>

namespace anomalloc {

/// One table of a comparison.
struct DiffView {
  llvm::StringRef Name; ///< For --only, and in JSON.
  llvm::StringRef Title;
  llvm::StringRef Noun; ///< The thing that a row is about: "line".
  ComparedTable Comparison::*Table;
  llvm::StringRef Help;
};
llvm::ArrayRef<DiffView> diffViews();

struct DiffOptions {
  std::set<std::string> Only; ///< Names of views; empty: all.
  size_t Top = 0;             ///< Rows of each table; 0: all that changed.
  bool All = false;           ///< Show rows that did not change, too.

  bool shows(const DiffView &V, const Comparison &C) const {
    return Only.empty() ? !(C.*V.Table).Rows.empty()
                        : Only.count(V.Name.str()) != 0;
  }
};

/// \code
///   Lines to change   3 changed, 41 did not
///         before   surrogate     change
///      8,045,056           0 -8,045,056   -100 %  FESpace::dof @ fespace.h:30
/// \endcode
void writeTextDiff(llvm::raw_ostream &OS, const Comparison &C,
                   const DiffOptions &Options, const TextStyle &Style);

/// Writes all rows, as `anomalloc schema diff` describes them.
void writeJsonDiff(llvm::raw_ostream &OS, const Comparison &C,
                   const DiffOptions &Options);

/// Writes a comment for a merge request: sums and lines to change are shown,
/// the other tables are folded away.
void writeMarkdownDiff(llvm::raw_ostream &OS, const Comparison &C,
                       const DiffOptions &Options);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_DIFF_DIFFVIEWS_H
