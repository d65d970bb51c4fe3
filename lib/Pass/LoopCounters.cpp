//===- LoopCounters.cpp - loop entries and trip counts --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCounters.h"
#include "Compat.h"
#include "LoopRows.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace anomalloc;

/// What the trip count may cost, in instructions.
static constexpr unsigned ExpansionBudget = 4;

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

SmallVector<LoopCounter, 4>
anomalloc::planLoopCounters(LoopRows &Loops, UnitTable &Table, LoopInfo &LI,
                            DominatorTree &DT, ScalarEvolution &SE,
                            const TargetTransformInfo &TTI) {
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
    LoopRow &Row = Table.Loops[RowIndex];
    Row.EntriesSlot = Counter.EntriesSlot;
    if (Row.TripCount == 0)
      Counter.Iterations =
          expandTripCount(*L, Counter.Before, SE, Expander, TTI);
    if (Counter.Iterations) {
      Counter.IterationsSlot = Table.takeSlots(1);
      Row.IterationsSlot = Counter.IterationsSlot;
    }
    Plan.push_back(Counter);
  }
  return Plan;
}
