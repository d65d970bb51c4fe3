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

/// What 'anomalloc check' tells merge servers: a rule for each limit; a finding
/// on each line that broke one, or on the limit itself if no line is known.
struct CheckReview {
  /// Real paths are looked for below \p Page.Root, if they are relative.
  CheckReview(const BudgetPage &Page, std::string DocDir);
  CheckReview(const CheckReview &) = delete;

  lint::Project Where;
  lint::SourceFiles Files;
  lint::Review Its;
};

/// The folder that paths are told relative to: the nearest above \p Folder that
/// git works in, or \p Folder.
std::string findRootOf(llvm::StringRef Folder);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_CHECKFINDINGS_H
