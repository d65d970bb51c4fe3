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
  /// The line to change, then the program's own levels that lead to it. Empty
  /// if the blocks are dark, or if their line is not known.
  std::vector<Frame> Levels;
  llvm::StringRef Callee;            ///< As in ChangeLine.
  llvm::StringRef Library, Function; ///< If the blocks are dark.
  std::optional<DarkIndex> Dark;     ///< An origin in Function.
  Value Its;                         ///< Its part of the measure.
  /// Its part in the base, if it was compared with one.
  std::optional<Value> Was;
  /// How many other lines may have made the blocks. One or more of all these
  /// lines, this one among them, made them.
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

  /// How much it has more than in the base. All of its number, if it was not
  /// compared.
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

/// The scope in a run of the base. Old is the number of this run in Match, New
/// that of the judged run.
struct StacksBefore {
  const InScope &Where;
  size_t Old, New;
  const SiteMatch &Match;
};

/// Sets one stack of each culprit, as far as stacks were recorded. It is the
/// stack with the most allocations. If \p Before is not null, it is the stack
/// that grew most.
void addStacks(const InScope &Where, llvm::MutableArrayRef<Culprit> Culprits,
               const StacksBefore *Before);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_CULPRITS_H
