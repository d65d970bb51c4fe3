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

/// A line to change, or code without lines, and what it has of a measure.
struct Culprit {
  /// The line to change, then the program's own levels that lead to it. Empty:
  /// it is dark, or nobody knows.
  std::vector<Frame> Levels;
  llvm::StringRef Callee;            ///< As ChangeLine's.
  llvm::StringRef Library, Function; ///< If it is dark.
  std::optional<DarkIndex> Dark;     ///< One of that library and function.
  Value Its;
  /// What the base has of it, if it was compared.
  std::optional<Value> Was;
  /// Of several lines one or more made the blocks; this is one of them.
  uint64_t Others = 0;
  /// Its part of a rate is not known, but more than nothing.
  bool IsUnrated = false;
  uint64_t Allocations = 0; ///< Of the run, in the scope.
  uint64_t Depth = 0;       ///< Effective loop depth.
  std::vector<SiteIndex> Sites;
  /// One of the stacks that were recorded of it, innermost first.
  std::vector<Frame> Stack;
  /// Of Stack, the levels of the program's own code.
  std::vector<Frame> OwnStack;

  /// How much more than in the base; all, if it was not compared.
  uint64_t grown() const {
    return Its.Number - std::min(Its.Number, Was ? Was->Number : 0);
  }
};

/// All that have some of \p What in the scope, the most first. \p ByStacks:
/// lines are also read off the stacks.
std::vector<Culprit> findCulprits(const InScope &Where, Measure What,
                                  const Reading &Found,
                                  const std::vector<bool> *Known,
                                  bool ByStacks = true);

/// The scope in a run of the base, and the numbers of both runs in \p Match.
struct StacksBefore {
  const InScope &Where;
  size_t Old, New;
  const SiteMatch &Match;
};

/// Sets the stacks of \p Culprits, as far as they were recorded: the one with
/// the most; if \p Before is there, the one that grew most.
void addStacks(const InScope &Where, llvm::MutableArrayRef<Culprit> Culprits,
               const StacksBefore *Before);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_CULPRITS_H
