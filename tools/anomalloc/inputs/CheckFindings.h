//===- CheckFindings.h - broken budgets as findings -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_CHECKFINDINGS_H
#define ANOMALLOC_ANOMALLOC_INPUTS_CHECKFINDINGS_H

#include "Report/budget/BudgetViews.h"
#include "Review/Review.h"

namespace anomalloc {

/// The review that 'anomalloc check' writes for merge servers. It has a rule
/// for each limit, and a finding for each line that broke a limit. If no line
/// is known, the finding stands on the limit itself.
struct CheckReview {
  /// The files of relative paths are looked for below \p Page.Root.
  CheckReview(const BudgetPage &Page, std::string DocDir);
  CheckReview(const CheckReview &) = delete;

  lint::Project Where;
  lint::SourceFiles Files;
  lint::Review Its;
};

/// The folder that shown paths are relative to. It is the top of the nearest
/// git work tree around \p Folder, or \p Folder itself.
std::string findRootOf(llvm::StringRef Folder);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_CHECKFINDINGS_H
