//===- CompareNotes.h - what cannot be compared, and why --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_COMPARENOTES_H
#define ANOMALLOC_COMPARE_COMPARENOTES_H

#include "Compare/Comparison.h"

namespace anomalloc {

/// The data that all runs have recorded.
struct Comparable {
  bool Lifetimes = false;
  bool Temporaries = false; ///< With the same meaning in all runs.
  bool Stacks = false;
  bool StackLifetimes = false; ///< Stacks tell what became of their blocks.
};

/// Finds the data that can be compared. \p Notes gets a sentence about data
/// that only some runs have recorded, or that runs have recorded differently.
Comparable findComparable(llvm::ArrayRef<Side> Sides,
                          const CompareOptions &Options,
                          std::vector<std::string> &Notes);

/// Whether all \p Runs have stacks, and the same objects lack names in each of
/// them. Else a line or a function may seem new only because it has a name now.
bool haveStacksAlike(llvm::ArrayRef<const Profile *> Runs);

/// Adds a note for each side that has no site in common with the first side.
void noteMatches(Comparison &C);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_COMPARENOTES_H
