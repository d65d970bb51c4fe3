//===- Meter.h - what a run has of a measure --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_METER_H
#define ANOMALLOC_BUDGET_METER_H

#include "Budget/Run.h"

namespace anomalloc::budget {

/// What a run has of a measure in a scope.
struct Reading {
  Value Its;
  /// What a share of it is of.
  uint64_t Whole = 0;
  /// Sites whose part of a rate is not known, but is more than nothing: in
  /// loops of their functions, and in loops of callers alone.
  std::vector<SiteIndex> Unrated, InCallers;
  /// Why there is no number, and what to do; "" if there is one.
  std::string Missing;
};

/// \p Known tells of each site whether it allocated in the base; asked for by
/// Measure::NewSites alone. A scope that the run has nothing of has 0.
Reading measure(const InScope &Where, Measure What,
                const std::vector<bool> *Known = nullptr);

/// By site in the scope that has some of \p What: how much of it.
std::map<SiteIndex, Value> measureSites(const InScope &Where, Measure What,
                                        const std::vector<bool> *Known);

/// Of a measure of lifetimes: what no site made, by origin.
struct DarkPart {
  std::optional<DarkIndex> Origin;
  uint64_t Number, Allocations;
};
std::vector<DarkPart> measureDark(const InScope &Where, Measure What);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_METER_H
