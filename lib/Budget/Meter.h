//===- Meter.h - what a run has of a measure --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_METER_H
#define ANOMALLOC_BUDGET_METER_H

#include "Analysis/estimate/Estimate.h"
#include "Budget/Run.h"

namespace anomalloc::budget {

/// The value of a measure for the blocks of a run that are in a scope.
struct Reading {
  Value Its;
  /// Its.Number, if it is an estimate, with its interval; else exact.
  Estimate Interval;
  uint64_t least() const {
    return Interval.IsExact ? Its.Number : Interval.Low;
  }
  uint64_t most() const {
    return Interval.IsExact ? Its.Number : Interval.High;
  }
  /// The whole that a share is computed from.
  uint64_t Whole = 0;
  /// Sites whose part of a rate is more than zero, but is not known. Unrated
  /// are in loops of their own functions, InCallers only in loops of callers.
  std::vector<SiteIndex> Unrated, InCallers;
  /// Why there is no value, and what the user can do; "" if there is one.
  std::string Missing;
};

/// Measures \p What in one run. \p Known tells for each site whether it
/// allocated in the base; only Measure::NewSites needs it. The value is 0 if
/// the run has no blocks in the scope.
Reading measure(const InScope &Where, Measure What,
                const std::vector<bool> *Known = nullptr);

/// Returns each site in the scope that has some of \p What, with its part.
std::map<SiteIndex, Value> measureSites(const InScope &Where, Measure What,
                                        const std::vector<bool> *Known);

/// Dark blocks of one origin. Number is their part of a measure. An origin may
/// have several such parts.
struct DarkPart {
  std::optional<DarkIndex> Origin;
  uint64_t Number, Allocations;
};
std::vector<DarkPart> measureDark(const InScope &Where, Measure What);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_METER_H
