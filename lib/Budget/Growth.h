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

/// What was found in one run, and its number in a SiteMatch.
struct FoundIn {
  std::vector<Culprit> Culprits;
  size_t Profile = 0;
};

/// Those of \p New, with Culprit::Was: first those that have more than in
/// \p Old, the most growth first, then the others as they came. A line that
/// \p Match does not know again is known by its sites, if no other line shares
/// them; else it has all of its number more.
std::vector<Culprit> grownFirst(FoundIn New, const FoundIn &Old,
                                const SiteMatch &Match);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_GROWTH_H
