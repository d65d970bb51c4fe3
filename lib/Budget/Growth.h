//===- Growth.h - lines that have more than in the base ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_GROWTH_H
#define ANOMALLOC_BUDGET_GROWTH_H

#include "Budget/Culprits.h"
#include "Compare/SiteMatch.h"

namespace anomalloc::budget {

/// The culprits of one run, and the index of the run's profile in a SiteMatch.
struct FoundIn {
  std::vector<Culprit> Culprits;
  size_t Profile = 0;
};

/// Returns the culprits of \p New with Culprit::Was set. Culprits that have
/// more than in \p Old come first, the largest growth first. The others follow
/// in their old order. A line that \p Match does not find in \p Old is found by
/// its sites, if no other line shares these sites. A line that is not found at
/// all counts as new: all of its number is growth.
std::vector<Culprit> grownFirst(FoundIn New, const FoundIn &Old,
                                const SiteMatch &Match);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_GROWTH_H
