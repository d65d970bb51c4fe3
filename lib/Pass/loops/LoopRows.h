//===- LoopRows.h - the loops around a function's sites ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_LOOPS_LOOPROWS_H
#define ANOMALLOC_PASS_LOOPS_LOOPROWS_H

#include "loops/SourceLoops.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace anomalloc {

/// Puts loops of one function into the unit's table: each loop that is asked
/// for, and the loops around it. A row is a loop of the source if it is known
/// which one, else a loop of the code that the optimizer left.
class LoopRows {
public:
  /// If \p SE is null, the rows have no trip counts.
  LoopRows(const llvm::Function &F, const llvm::LoopInfo &LI,
           llvm::ScalarEvolution *SE, SourceLoops &Source, UnitTable &Table,
           ChainBuilder &Chains);

  /// The row of the innermost loop around \p I. None if no loop is known around
  /// \p I.
  std::optional<LoopRowIndex> innermost(const llvm::Instruction &I);

  /// Whether the loops of the code around \p I are those that the source has
  /// there: none was unrolled, and none was made of a recursion.
  bool areAsInSource(const llvm::Instruction &I);

  /// The row of \p L.
  LoopRowIndex row(const llvm::Loop &L);

  /// Loops of the code, each with its row. A loop is here only if it runs all
  /// iterations of the loop that its row describes. Outer loops come first.
  llvm::MapVector<const llvm::Loop *, LoopRowIndex> &rows() { return Rows; }

private:
  LoopRowIndex row(SourceLoops::Loop L);
  std::optional<SourceLoops::Loop> sourceOf(const llvm::Loop &L);
  llvm::ArrayRef<LoopMark> marksOfOne(const llvm::Loop &L);
  llvm::ArrayRef<LoopMark> marksIn(const llvm::Loop &L);

  const llvm::Function &F;
  const llvm::LoopInfo &LI;
  llvm::ScalarEvolution *SE;
  SourceLoops &Source;
  UnitTable &Table;
  ChainBuilder &Chains;
  llvm::DenseMap<const llvm::Loop *, unsigned> Ordinals;
  using LoopMarks = llvm::SmallVector<LoopMark, 2>;
  std::optional<llvm::DenseMap<const llvm::Loop *, LoopMarks>> Marks;
  llvm::MapVector<const llvm::Loop *, LoopRowIndex> Rows;
  /// Used only without debug information: the rows of loops that the source has
  /// in the function itself. The key is the loop's index in markedLoops().
  llvm::DenseMap<unsigned, LoopRowIndex> OwnRows;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_LOOPROWS_H
