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

/// Puts the loops of one function into the unit's table, those that are asked
/// for and the loops around them. A loop is one of the source, if that can be
/// told, else one of the code as it is.
class LoopRows {
public:
  /// \p SE may be null: no trip counts.
  LoopRows(const llvm::Function &F, const llvm::LoopInfo &LI,
           llvm::ScalarEvolution *SE, SourceLoops &Source, UnitTable &Table,
           ChainBuilder &Chains);

  /// The row of the innermost loop around \p I.
  std::optional<LoopRowIndex> innermost(const llvm::Instruction &I);

  /// The loops of the code that have rows, outer ones first, and that are the
  /// whole loop of the row: all its iterations are theirs.
  llvm::MapVector<const llvm::Loop *, LoopRowIndex> &rows() { return Rows; }

private:
  LoopRowIndex row(const llvm::Loop &L);
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
  /// Without debug information: by the number of a loop of the function's own.
  llvm::DenseMap<unsigned, LoopRowIndex> OwnRows;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_LOOPROWS_H
