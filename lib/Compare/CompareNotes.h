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

/// What all runs have recorded.
struct Comparable {
  bool Lifetimes = false;
  bool Temporaries = false; ///< They mean the same in all of them.
  bool Stacks = false;
};

/// Tells in \p Notes what only some runs have recorded, or others otherwise.
Comparable findComparable(llvm::ArrayRef<Side> Sides,
                          const CompareOptions &Options,
                          std::vector<std::string> &Notes);

/// Whether all \p Runs have stacks, and the same objects on them have no names.
/// Else a line or a function may seem new only because it has a name now.
bool haveStacksAlike(llvm::ArrayRef<const Profile *> Runs);

/// Adds notes of sides that have nothing in common with the first one.
void noteMatches(Comparison &C);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_COMPARENOTES_H
