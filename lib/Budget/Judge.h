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
  Unanswered, ///< The profile cannot tell, or there is no base.
  Skipped,    ///< As Unanswered, but the budget is optional.
};

/// The judgement on one limit.
struct Verdict {
  const Budget *Of = nullptr;
  const Bound *Its = nullptr;
  budget::Outcome Outcome = Outcome::Holds;
  /// Why the limit is unanswered, and what the user can do; "" if it was
  /// answered.
  std::string Why;

  /// The value of the run that decides, if the limit was answered. An absolute
  /// limit is for each run, so the run with the most decides. For a limit on
  /// growth, the run with the least decides.
  Value Found;
  /// The most that is allowed.
  Value Most;
  /// The whole of which Found is a share, or the most that a run of the base
  /// has.
  std::optional<uint64_t> Reference;
  size_t DecidedBy = 0; ///< The run.
  /// The lines that broke the limit, the largest part first. With a base, the
  /// lines that grew come first, the largest growth first. The list ends when
  /// its lines together make up for the excess, or at JudgeOptions::Lines.
  std::vector<Culprit> Lines;
  uint64_t OtherLines = 0; ///< How many lines were left out.
};

struct JudgeOptions {
  size_t Lines = 10; ///< Most Verdict::Lines; 0: all that matter.
};

/// Returns one verdict for each limit, in the order of the file. \p Runs are
/// repetitions of one run; there is at least one. All arguments must outlive
/// the verdicts.
std::vector<Verdict> judge(const BudgetFile &File,
                           llvm::ArrayRef<const Run *> Runs,
                           const Against &Base,
                           const JudgeOptions &Options = {});

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_JUDGE_H
