//===- LoopAccesses.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/LoopAccesses.h"
#include "Compat.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

/// What may be computed in front of a loop, in instructions.
static constexpr unsigned SeriesBudget = 6;
/// A call in front of a shorter loop costs as much as the counts in it.
static constexpr unsigned LeastTurns = 8;

namespace {

/// One loop without loops in it.
class Hoisting {
public:
  Hoisting(const Loop &L, const DominatorTree &DT, ScalarEvolution &SE,
           const TargetTransformInfo &TTI)
      : L(L), DT(DT), SE(SE), TTI(TTI), Expander(SE, "anomalloc") {}

  void run(const SecondBody &Body, AccessCode &Code,
           DenseSet<Instruction *> &Counted) {
    BasicBlock *Preheader = L.getLoopPreheader();
    BasicBlock *Latch = L.getLoopLatch();
    // Each turn goes all the way, and the latch alone ends the loop.
    if (!Preheader || !Latch || L.getExitingBlock() != Latch ||
        !all_of(L.blocks(), [](const BasicBlock *Block) {
          return isGuaranteedToTransferExecutionToSuccessor(Block);
        }))
      return;
    if (unsigned Most = SE.getSmallConstantMaxTripCount(&L);
        Most && Most < LeastTurns)
      return;
    Before = Preheader->getTerminator();
    const SCEV *Backedges = SE.getBackedgeTakenCount(&L);
    if (isa<SCEVCouldNotCompute>(Backedges) ||
        !Backedges->getType()->isIntegerTy() || !isCheap(Backedges))
      return;
    Value *Count = nullptr;
    SmallVector<BlockAccess, 2> Its;
    for (BasicBlock *Block : L.blocks()) {
      if (!DT.dominates(Block, Latch))
        continue;
      for (Instruction &I : *Block) {
        if (!isa<LoadInst, StoreInst>(I))
          continue;
        Its.clear();
        findAccesses(I, Its);
        if (Its.empty())
          continue;
        std::optional<int64_t> Stride = strideOf(*Its.front().Pointer);
        if (!Stride || !isCheap(First))
          continue;
        if (!Count)
          Count = turns(Backedges);
        Value *From =
            Expander.expandCodeFor(First, First->getType(), Before);
        Code.countSeries(Before, Its.front(), Body.Window, From, *Stride,
                         Count);
        Counted.insert(&I);
      }
    }
  }

private:
  bool isCheap(const SCEV *What) {
    return SE.getTypeSizeInBits(What->getType()) <= 64 &&
           Expander.isSafeToExpandAt(What, Before) &&
           !Expander.isHighCostExpansion(What, const_cast<Loop *>(&L),
                                         SeriesBudget, &TTI, Before);
  }

  Value *turns(const SCEV *Backedges) {
    Value *Expanded =
        Expander.expandCodeFor(Backedges, Backedges->getType(), Before);
    IRBuilder<> B(Before);
    return B.CreateAdd(B.CreateZExt(Expanded, B.getInt64Ty()), B.getInt64(1));
  }

  /// How far \p Pointer moves in each turn. Sets First.
  std::optional<int64_t> strideOf(Value &Pointer) {
    const SCEV *Its = SE.getSCEV(&Pointer);
    if (SE.isLoopInvariant(Its, &L)) {
      First = Its;
      return 0;
    }
    const auto *Moving = dyn_cast<SCEVAddRecExpr>(Its);
    if (!Moving || Moving->getLoop() != &L || !Moving->isAffine())
      return std::nullopt;
    const auto *Step = dyn_cast<SCEVConstant>(Moving->getStepRecurrence(SE));
    if (!Step)
      return std::nullopt;
    First = Moving->getStart();
    return Step->getAPInt().getSExtValue();
  }

  const Loop &L;
  const DominatorTree &DT;
  ScalarEvolution &SE;
  const TargetTransformInfo &TTI;
  compat::Expander Expander;
  Instruction *Before = nullptr;
  const SCEV *First = nullptr;
};

} // namespace

DenseSet<Instruction *>
anomalloc::countInFrontOfLoops(Function &F, const SecondBody &Body,
                               AccessCode &Code,
                               FunctionAnalysisManager &FAM) {
  DenseSet<Instruction *> Counted;
  DenseSet<const BasicBlock *> Its(Body.Blocks.begin(), Body.Blocks.end());
  const LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  for (const Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost() && Its.contains(L->getHeader()))
      Hoisting(*L, FAM.getResult<DominatorTreeAnalysis>(F),
               FAM.getResult<ScalarEvolutionAnalysis>(F),
               FAM.getResult<TargetIRAnalysis>(F))
          .run(Body, Code, Counted);
  return Counted;
}
