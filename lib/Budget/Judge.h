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
  Estimate Interval; ///< Of Found, if that is an estimate; else exact.
  /// The most that is allowed.
  Value Most;
  /// If the limit is a share, the whole that Found is a part of. If it is a
  /// limit on growth, the value of the run of the base that has the most.
  std::optional<uint64_t> Reference;
  size_t DecidedBy = 0; ///< Index of the run that decides.
  /// The lines that broke the limit, the largest part first. With a base, the
  /// lines that grew come first, the largest growth first. Except for rates and
  /// new sites, the list ends as soon as its lines together explain the excess.
  /// It has at most JudgeOptions::Lines lines.
  std::vector<Culprit> Lines;
  uint64_t OtherLines = 0; ///< How many lines were left out.
};

struct JudgeOptions {
  size_t Lines = 10; ///< The most lines in Verdict::Lines; 0: no bound.
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
