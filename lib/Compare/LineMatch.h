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

/// A line to change in an older version of a program, and the same line in a
/// newer version.
struct LinePair {
  CodeIndex::LineGroup OldGroup, NewGroup;
  uint32_t OldLine, NewLine;
};

struct LineMatch {
  std::vector<LinePair> Pairs;
  /// The files in which every line that was found has the same number as
  /// before. Each file is named by the last part of its path in the newer
  /// version.
  std::set<llvm::StringRef> Unmoved;
};

/// Pairs the lines of each function by their callees and their order. Then
/// pairs lines that moved as the lines before and after them did. At last pairs
/// lines of unmoved files by their numbers.
LineMatch matchLines(const CodeIndex &Old, const CodeIndex &New,
                     const Renames &R);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_LINEMATCH_H
