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
  std::string Text; ///< Of the whole file.
  std::vector<Change> Changes;
};

/// The file with each limit at what \p Verdicts measured, where that is less;
/// with \p Raise where it is more, too. Everything else stays, to the byte.
/// Limits beside a base stay, and those that were left open.
UpdatedText update(const BudgetFile &File, llvm::ArrayRef<Verdict> Verdicts,
                   bool Raise);

/// A first file for \p R: what it has, as limits.
std::string draft(const Run &R);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_UPDATE_H
