//===- LineWeights.h - what each source line allocated ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINEWEIGHTS_H
#define ANOMALLOC_ANALYSIS_LINEWEIGHTS_H

#include "Analysis/Amount.h"
#include "Analysis/SiteRanking.h"

namespace anomalloc {

/// The heap blocks of the sites whose inline chain passes a line of the user's.
struct LineWeight {
  uint32_t Line = 0;
  Amount Sum;                                ///< 0: never executed.
  std::vector<SiteRanking::SizeShare> Sizes; ///< Most allocations first.
};

/// By file, as the debug information names it, then by line.
using LineWeights = std::map<llvm::StringRef, std::vector<LineWeight>>;

/// A site counts once for each line that it passes. One in library code alone
/// counts for the user's line that leads there if there is but one; if there
/// are several, a line that may owe it more than its own sites is left out:
/// what is said of a line is never too little by half.
LineWeights computeLineWeights(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINEWEIGHTS_H
