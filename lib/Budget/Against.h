//===- Against.h - what runs are compared with ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_AGAINST_H
#define ANOMALLOC_BUDGET_AGAINST_H

#include "Budget/Run.h"
#include "Compare/SiteMatch.h"

namespace anomalloc::budget {

/// The runs of the base, and how the sites of the judged runs match those of
/// the base.
class Against {
public:
  /// For a judgement without a base.
  Against() = default;
  Against(std::vector<const Run *> Base, llvm::ArrayRef<const Run *> Judged);

  llvm::ArrayRef<const Run *> runs() const { return Base; }
  /// Whether the stacks of the base can be compared with those of the judged
  /// runs.
  bool hasStacks() const { return HasStacks; }
  const SiteMatch &match() const { return Match; }
  /// The index of a run's profile in match(). \p Run is the run's index among
  /// the runs of the base (profileOfBase) or among the judged runs.
  size_t profileOfBase(size_t Run) const { return Run; }
  size_t profileOfJudged(size_t Run) const { return Base.size() + Run; }
  /// For each site of the judged run \p Run: whether some run of the base
  /// allocated there. Returns null if there is no base.
  const std::vector<bool> *known(size_t Run) const {
    return Base.empty() ? nullptr : &Known[Run];
  }

private:
  std::vector<const Run *> Base;
  bool HasStacks = false;
  SiteMatch Match;
  std::vector<std::vector<bool>> Known;
};

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_AGAINST_H
