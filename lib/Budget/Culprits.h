//===- Culprits.h - the lines that brought a breach -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_CULPRITS_H
#define ANOMALLOC_BUDGET_CULPRITS_H

#include "Analysis/lines/ChangeLines.h"
#include "Budget/Meter.h"
#include "Compare/SiteMatch.h"

namespace anomalloc::budget {

/// Code that has a part of a measure: a line to change, or code without lines.
struct Culprit {
  /// The line to change, then the program's own levels that lead to it. Empty
  /// if the blocks are dark, or if their line is not known.
  std::vector<Frame> Levels;
  llvm::StringRef Callee;            ///< As in ChangeLine.
  llvm::StringRef Library, Function; ///< If the blocks are dark.
  std::optional<DarkIndex> Dark;     ///< One of the origins in Function.
  Value Its;                         ///< Its part of the measure.
  /// Its part of the measure in the base; none if there was no comparison.
  std::optional<Value> Was;
  /// How many other lines may have made the blocks. If it is not 0, the blocks
  /// come from this line, from the other lines, or from both.
  uint64_t Others = 0;
  /// Its part of a rate is more than zero, but the number is not known.
  bool IsUnrated = false;
  uint64_t Allocations = 0; ///< In the scope, in this run.
  uint64_t Depth = 0;       ///< Effective loop depth.
  std::vector<SiteIndex> Sites;
  /// One of its recorded stacks, the innermost level first.
  std::vector<Frame> Stack;
  /// The levels of Stack that are the program's own code.
  std::vector<Frame> OwnStack;

  /// How much more the culprit has than it had in the base. Without a
  /// comparison, all that it has.
  uint64_t grown() const {
    return Its.Number - std::min(Its.Number, Was ? Was->Number : 0);
  }
};

/// Finds all culprits that have some of \p What in the scope, and sorts them,
/// the largest part first. \p Known tells which sites allocated in the base
/// (see measure()). With \p ByStacks, lines to change are also found by the
/// recorded stacks.
std::vector<Culprit> findCulprits(const InScope &Where, Measure What,
                                  const Reading &Found,
                                  const std::vector<bool> *Known,
                                  bool ByStacks = true);

/// The scope in a run of the base. In Match, Old is the index of that run's
/// profile, and New is the index of the judged run's profile.
struct StacksBefore {
  const InScope &Where;
  size_t Old, New;
  const SiteMatch &Match;
};

/// Sets Culprit::Stack and OwnStack, where a stack of the culprit was recorded.
/// If \p Before is null, chooses the stack with the most allocations. Otherwise
/// chooses the stack that grew most since the base.
void addStacks(const InScope &Where, llvm::MutableArrayRef<Culprit> Culprits,
               const StacksBefore *Before);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_CULPRITS_H
