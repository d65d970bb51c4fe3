//===- BudgetViews.h - what became of budgets, for people and tools -*- C++
//-*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_BUDGET_BUDGETVIEWS_H
#define ANOMALLOC_REPORT_BUDGET_BUDGETVIEWS_H

#include "Budget/Judge.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// What 'anomalloc check' shows.
struct BudgetPage {
  const budget::BudgetFile &File;
  std::vector<budget::Verdict> Verdicts;
  std::vector<std::string> Runs;         ///< As the user named them.
  std::vector<const Profile *> Profiles; ///< The profiles of Runs.
  std::vector<std::string> Base;
  std::string Root; ///< Paths below it are shown relative to it.

  std::string relative(llvm::StringRef Path) const;
};

/// Writes a paragraph for each verdict. Below a broken limit stand the lines
/// that broke it:
/// \code
/// broken   local: 7,495,168 allocations; at most 1,675,041
///   (anomalloc.yaml:4:16)
///            3,072,000  integrate(...) @ .../local_assembly.cpp:52 <-
///            pointStiffness, 4 loops deep
///            and 12 more lines
/// holds    the whole run: 12 leaked blocks; at most 12
/// \endcode
void writeBudgetText(llvm::raw_ostream &OS, const BudgetPage &Page,
                     const TextStyle &Style);

/// Writes markdown for a comment of a merge request.
void writeBudgetMarkdown(llvm::raw_ostream &OS, const BudgetPage &Page);

/// Writes JSON as `anomalloc schema check` describes it.
void writeBudgetJson(llvm::raw_ostream &OS, const BudgetPage &Page);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_BUDGET_BUDGETVIEWS_H
