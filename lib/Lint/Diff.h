//===- Diff.h - the lines that a patch changes ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_DIFF_H
#define ANOMALLOC_LINT_DIFF_H

#include "llvm/ADT/StringRef.h"
#include <climits>
#include <map>
#include <string>
#include <vector>

namespace anomalloc::lint {

/// Lines of one file, counted from 1.
class LineSet {
public:
  static LineSet all() {
    LineSet Set;
    Set.Ranges.push_back({1, UINT_MAX});
    return Set;
  }
  /// Lines may come in any order, because the patches of a series change a file
  /// one after the other.
  void add(unsigned Line) {
    if (contains(Line))
      return;
    if (!Ranges.empty() && Ranges.back().second + 1 == Line)
      Ranges.back().second = Line;
    else
      Ranges.push_back({Line, Line});
  }
  bool contains(unsigned Line) const {
    for (auto [First, Last] : Ranges)
      if (First <= Line && Line <= Last)
        return true;
    return false;
  }
  bool empty() const { return Ranges.empty(); }

private:
  std::vector<std::pair<unsigned, unsigned>> Ranges; ///< Both ends included.
};

using ChangedLines = std::map<std::string, LineSet>;

/// The lines that a unified diff adds, by the path that the diff gives the new
/// file ("b/src/x.cpp"). A file that only loses lines has an empty set. Deleted
/// files are left out. Any \p Text is accepted: parts that are no diff are
/// skipped.
ChangedLines parsePatch(llvm::StringRef Text);

/// Whether \p Text has the header of a changed file.
bool looksLikePatch(llvm::StringRef Text);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_DIFF_H
