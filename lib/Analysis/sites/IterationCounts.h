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

/// Finds how often the loop of a site iterated, or was entered. Divided by this
/// number, the allocations of the site are those of one iteration, or entry.
///
/// The loop of a site is the innermost loop around it in its function. If there
/// is none, each call of the function gives the innermost loop around the call.
/// If such a call stands in no loop, the calls of the calling function give the
/// loops, and so on. The iterations of all these loops are added up. If
/// one way to the site passes no loop, or comes from an unknown caller, the
/// number is unknown. Recursion is no loop: the call of a function by itself
/// does not count, unless it stands in a loop.
class IterationCounts {
public:
  explicit IterationCounts(const Profile &P);

  enum class Per { Unknown, Iteration, Entry };
  struct Divisor {
    Per Basis = Per::Unknown;
    uint64_t Number = 0; ///< Not 0, unless unknown.
  };
  /// The divisor for \p S, of the whole run.
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
