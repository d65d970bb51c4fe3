//===- IterationCounts.h - how often the loops around a site went round ----==//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_SITES_ITERATIONCOUNTS_H
#define ANOMALLOC_ANALYSIS_SITES_ITERATIONCOUNTS_H

#include "Profile/Profile.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

namespace anomalloc {

/// What the allocations of a site are divided by.
///
/// The loop of a site is the innermost one around it in its function. A site in
/// no loop is called in loops: its loops are then the innermost ones around the
/// calls of its function, or of those that call it in no loop themselves, and
/// so on; their iterations are added up. If one of the ways that lead to it
/// passes no loop, or comes from somebody who is not known, nothing is told.
/// Recursion is no loop: a call of a function by itself leads on, unless it
/// stands in a loop.
class IterationCounts {
public:
  explicit IterationCounts(const Profile &P);

  enum class Per { Unknown, Iteration, Entry };
  struct Divisor {
    Per Basis = Per::Unknown;
    uint64_t Number = 0; ///< Not 0, unless unknown.
  };
  /// Of the whole run.
  Divisor of(const Site &S) const;

private:
  using Loops = std::set<LoopIndex>;

  Divisor of(const Loop &L) const;
  std::optional<Loops> loopsAroundCalls(uint64_t Function) const;

  const Profile &P;
  /// By callee.
  std::multimap<uint64_t, const CallEdge *> CallsOf;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_SITES_ITERATIONCOUNTS_H
