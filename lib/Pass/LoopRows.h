//===- LoopRows.h - the loops around a function's sites ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_LOOPROWS_H
#define ANOMALLOC_PASS_LOOPROWS_H

#include "UnitTable.h"
#include "llvm/ADT/MapVector.h"

namespace llvm {
class BasicBlock;
class Function;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace anomalloc {

class ChainBuilder;

/// Puts the loops of one function into the unit's table, those that are asked
/// for and the loops around them.
class LoopRows {
public:
  /// \p LI and \p SE may be null: no loops, no trip counts.
  LoopRows(const llvm::Function &F, llvm::LoopInfo *LI,
           llvm::ScalarEvolution *SE, UnitTable &Table, ChainBuilder &Chains);

  /// The row of the innermost loop around \p Block.
  std::optional<LoopRowIndex> innermost(const llvm::BasicBlock *Block);

  /// The loops that have rows, outer ones first.
  llvm::MapVector<const llvm::Loop *, LoopRowIndex> &rows() { return Rows; }

private:
  LoopRowIndex row(const llvm::Loop &L);

  const llvm::Function &F;
  llvm::LoopInfo *LI;
  llvm::ScalarEvolution *SE;
  UnitTable &Table;
  ChainBuilder &Chains;
  llvm::DenseMap<const llvm::Loop *, unsigned> Ordinals;
  llvm::MapVector<const llvm::Loop *, LoopRowIndex> Rows;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPROWS_H
