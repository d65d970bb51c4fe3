//===- LoopCounters.cpp - loop entries and trip counts --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "loops/LoopCounters.h"
#include "Compat.h"
#include "loops/LoopRows.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace anomalloc;

/// What the trip count may cost, in instructions.
static constexpr unsigned ExpansionBudget = 4;

/// Whether the count of backedges tells how often \p Mark is passed, plus one,
/// as soon as the loop is entered: each turn of the loop passes it, and nothing
/// in it throws, jumps out, or ends the process.
static bool isToldByBackedges(const Loop &L, const Instruction &Mark,
                              const DominatorTree &DT) {
  return all_of(L.blocks(), [&](const BasicBlock *Block) {
    if ((L.isLoopExiting(Block) || L.isLoopLatch(Block)) &&
        !DT.dominates(Mark.getParent(), Block))
      return false;
    return isGuaranteedToTransferExecutionToSuccessor(Block);
  });
}

/// The exact trip count as a 64-bit value before \p Before, or null.
static Value *expandTripCount(const Loop &L, Instruction *Before,
                              ScalarEvolution &SE, SCEVExpander &Expander,
                              const TargetTransformInfo &TTI) {
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Count) || !Count->getType()->isIntegerTy() ||
      SE.getTypeSizeInBits(Count->getType()) > 64 ||
      !Expander.isSafeToExpandAt(Count, Before) ||
      Expander.isHighCostExpansion(Count, const_cast<Loop *>(&L),
                                   ExpansionBudget, &TTI, Before))
    return nullptr;
  IRBuilder<> B(Before);
  Value *Expanded =
      Expander.expandCodeFor(Count, Count->getType(), Before->getIterator());
  B.SetInsertPoint(Before);
  return B.CreateAdd(B.CreateZExt(Expanded, B.getInt64Ty()), B.getInt64(1));
}

SmallVector<LoopCounter, 4> anomalloc::planLoopCounters(
    LoopRows &Loops, SourceLoops &Source, UnitTable &Table, LoopInfo &LI,
    DominatorTree &DT, ScalarEvolution &SE, const TargetTransformInfo &TTI) {
  SmallVector<LoopCounter, 4> Plan;
  compat::Expander Expander(SE, "anomalloc");
  for (auto [L, RowIndex] : Loops.rows()) {
    BasicBlock *Preheader = L->getLoopPreheader();
    if (!Preheader)
      Preheader = InsertPreheaderForLoop(const_cast<Loop *>(L), &DT, &LI,
                                         /*MSSAU=*/nullptr,
                                         /*PreserveLCSSA=*/false);
    if (!Preheader)
      continue;
    LoopCounter Counter{Preheader->getTerminator(), Table.takeSlots(1), nullptr,
                        0};
    SiteTable::Loop &Row = Table.Loops[RowIndex];
    Row.EntriesSlot = Counter.EntriesSlot;
    ArrayRef<CallInst *> Marks = Source.marks(RowIndex);
    if (Marks.size() == 1 && isToldByBackedges(*L, *Marks.front(), DT)) {
      if (Row.TripCount == 0)
        Counter.Iterations =
            expandTripCount(*L, Counter.Before, SE, Expander, TTI);
      if (Counter.Iterations) {
        Counter.IterationsSlot = Table.takeSlots(1);
        Row.IterationsSlot = Counter.IterationsSlot;
      }
      if (Row.TripCount || Row.IterationsSlot)
        Source.setCounted(RowIndex);
    }
    Plan.push_back(Counter);
  }
  return Plan;
}
