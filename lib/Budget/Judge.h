//===- Judge.h - which budgets a run breaks ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_JUDGE_H
#define ANOMALLOC_BUDGET_JUDGE_H

#include "Budget/Against.h"
#include "Budget/Culprits.h"

namespace anomalloc::budget {

enum class Outcome {
  Holds,
  Broken,
  Unanswered, ///< The profile, or the lack of a base, leaves it open.
  Skipped,    ///< The same, of a budget that is optional.
};

/// What became of one limit.
struct Verdict {
  const Budget *Of = nullptr;
  const Bound *Its = nullptr;
  budget::Outcome Outcome = Outcome::Holds;
  /// Why it was left open, and what to do; else "".
  std::string Why;

  /// If it was not left open: of the run that decides. An absolute limit is for
  /// each run, so the most; of a growth the least.
  Value Found;
  /// The most that is allowed.
  Value Most;
  /// What a share is of, or what the base has at most.
  std::optional<uint64_t> Reference;
  size_t DecidedBy = 0; ///< The run.
  /// If it is broken: what brought it, the most first; beside a base those that
  /// grew come first, the most growth first. As many as make up for what is too
  /// much, and no more than were asked for.
  std::vector<Culprit> Lines;
  uint64_t OtherLines = 0; ///< How many were left out.
};

struct JudgeOptions {
  size_t Lines = 10; ///< Most lines of a breach; 0: all that matter.
};

/// One verdict a limit, in the order of the file. \p Runs are repetitions, at
/// least one; all must outlive the verdicts.
std::vector<Verdict> judge(const BudgetFile &File,
                           llvm::ArrayRef<const Run *> Runs,
                           const Against &Base,
                           const JudgeOptions &Options = {});

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_JUDGE_H
