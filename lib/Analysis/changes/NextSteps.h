//===- NextSteps.h - what would tell more about this program ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_NEXTSTEPS_H
#define ANOMALLOC_ANALYSIS_CHANGES_NEXTSTEPS_H

#include "Analysis/changes/ChangeList.h"
#include "Analysis/totals/Coverage.h"
#include "Analysis/totals/HeapTotals.h"

namespace anomalloc {

/// A command, and what it would tell of the program.
struct NextStep {
  std::string Command, Why;
};

/// Two or three commands, those that tell most first.
std::vector<NextStep> nextSteps(const Profile &P, const ChangeList &Changes,
                                const HeapTotals &Totals,
                                const anomalloc::Coverage &Coverage);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_NEXTSTEPS_H
