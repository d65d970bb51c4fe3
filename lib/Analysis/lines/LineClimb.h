//===- LineClimb.h - up a chain to the line to change -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_LINECLIMB_H
#define ANOMALLOC_ANALYSIS_LINES_LINECLIMB_H

#include "Analysis/lines/ChangeLines.h"
#include "Analysis/lines/Makers.h"

namespace anomalloc {

/// Takes the levels of a chain or a stack, innermost first, and finds the line
/// to change among them.
class LineClimb {
public:
  /// The allocation function is \p Callee, a linkage name.
  LineClimb(anomalloc::Makers &Who, llvm::StringRef Callee) : Who(Who) {
    Line.Callee = Callee;
  }

  /// \p F is the caller of the level before, in the object \p Library ("":
  /// unknown).
  void add(const Frame &F, llvm::StringRef Library = "");
  /// Adds all levels of a chain. The pass knows which of them are makers.
  void add(const InlineChain &Its);
  bool found() const { return !Line.Levels.empty(); }
  /// Whether add() ignores further levels, so the caller can stop.
  bool isDone() const { return Line.Levels.size() == ChangeLine::MaxLevels; }
  /// Returns the line with its levels, makers and callee. Its sums are empty.
  ChangeLine take();

private:
  void add(const Frame &F, bool IsUser, bool IsMaker);

  anomalloc::Makers &Who;
  ChangeLine Line;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_LINECLIMB_H
