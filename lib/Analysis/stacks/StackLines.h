//===- StackLines.h - the source lines of stacks ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The source line of each level of each recorded stack. A StackTree has one
/// node for all lines of a function, and it may have half a million types. So
/// lines are not kept for each type, but looked up on demand.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_STACKLINES_H
#define ANOMALLOC_ANALYSIS_STACKS_STACKLINES_H

#include "Profile/Profile.h"
#include "llvm/ADT/DenseMap.h"

namespace anomalloc {

class StackLines {
public:
  struct SourceLine {
    llvm::StringRef File; ///< "" if unknown.
    uint32_t Line = 0;
  };
  /// A source level that is shown.
  struct Level {
    uint32_t Node; ///< Of the tree.
    uint32_t Line; ///< As addLine() returned it.
  };

  StackLines() = default;
  /// \p Stacks must outlive this.
  explicit StackLines(llvm::ArrayRef<StackLevel> Stacks) : Stacks(Stacks) {}

  uint32_t addLine(SourceLine L) {
    Known.push_back(L);
    return Known.size() - 1;
  }
  const SourceLine &line(uint32_t Number) const { return Known[Number]; }

  /// Adds a level to the stack that endStack() ends. The outermost level comes
  /// first.
  void addLevel(Level L) { All.push_back(L); }
  void endStack() { Ends.push_back(All.size()); }

  /// The levels of \p Stack that its caller does not have.
  llvm::ArrayRef<Level> levels(uint32_t Stack) const {
    size_t Begin = Stack ? Ends[Stack - 1] : 0;
    return llvm::ArrayRef(All).slice(Begin, Ends[Stack] - Begin);
  }

  /// The lines of the nodes that \p Stack goes through. A node that it goes
  /// through more than once (folded recursion) has the innermost one.
  llvm::SmallDenseMap<uint32_t, SourceLine, 64> ofNodes(uint32_t Stack) const {
    llvm::SmallDenseMap<uint32_t, SourceLine, 64> Result;
    for (std::optional<StackIndex> S = StackIndex(Stack); S;
         S = Stacks[uint32_t(*S)].Caller)
      for (const Level &L : llvm::reverse(levels(uint32_t(*S))))
        Result.try_emplace(L.Node, Known[L.Line]);
    return Result;
  }

private:
  llvm::ArrayRef<StackLevel> Stacks;
  std::vector<SourceLine> Known;
  std::vector<Level> All;     ///< Stack by stack.
  std::vector<uint32_t> Ends; ///< By stack: the end of its levels in All.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_STACKLINES_H
