//===- Update.h - budgets written down to what was measured -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_UPDATE_H
#define ANOMALLOC_BUDGET_UPDATE_H

#include "Budget/Judge.h"

namespace anomalloc::budget {

/// A limit that was written anew.
struct Change {
  const Bound *Its = nullptr;
  const Budget *Of = nullptr;
  std::string To;
};

struct UpdatedText {
  std::string Text; ///< The whole file.
  std::vector<Change> Changes;
};

/// Returns the file with each limit lowered to the value that \p Verdicts
/// measured. With \p Raise, limits that were exceeded are raised to that value,
/// too. Limits that need a base, and limits that were not answered, stay. All
/// other text stays, to the byte.
UpdatedText update(const BudgetFile &File, llvm::ArrayRef<Verdict> Verdicts,
                   bool Raise);

/// Returns the text of a first file of budgets. The limits in the file are the
/// values of \p R.
std::string draft(const Run &R);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_UPDATE_H
