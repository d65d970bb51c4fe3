//===- LineMatch.h - lines to change that moved -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_LINEMATCH_H
#define ANOMALLOC_COMPARE_LINEMATCH_H

#include "Compare/Renames.h"

namespace anomalloc {

/// A line to change of an older version of a program in a newer one.
struct LinePair {
  CodeIndex::LineGroup OldGroup, NewGroup;
  uint32_t OldLine, NewLine;
};

struct LineMatch {
  std::vector<LinePair> Pairs;
  /// Last parts of the paths, in the newer version, of files where every line
  /// that was found is where it was.
  std::set<llvm::StringRef> Unmoved;
};

/// Pairs the lines of each function by what they call and by their order, then
/// those that moved as the lines before and after them did.
LineMatch matchLines(const CodeIndex &Old, const CodeIndex &New,
                     const Renames &R);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_LINEMATCH_H
