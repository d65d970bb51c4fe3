//===- LoopAccesses.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/LoopAccesses.h"
#include "Compat.h"
#include "record/RecordBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace anomalloc;

/// What may be computed in front of a loop, in instructions.
static constexpr unsigned SeriesBudget = 6;
/// A call in front of a shorter loop costs more than the counts in it.
static constexpr unsigned LeastTurns = 8;

namespace {

/// Accesses that a loop counts in each turn, if it is short.
struct ShortLoop {
  Value *IsLong;
  Instruction *End; ///< Of a turn.
  SmallVector<BlockAccess, 4> Its;
};

/// One loop without loops in it.
class Hoisting {
public:
  Hoisting(const Loop &L, LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE,
           const TargetTransformInfo &TTI)
      : L(L), LI(LI), DT(DT), SE(SE), TTI(TTI), Expander(SE, "anomalloc") {}

  void run(const SecondBody &Body, AccessCode &Code,
           DenseSet<Instruction *> &Counted,
           SmallVectorImpl<ShortLoop> &Short) {
    BasicBlock *Preheader = L.getLoopPreheader();
    BasicBlock *Latch = L.getLoopLatch();
    // Each turn goes all the way, and the latch alone ends the loop.
    if (!Preheader || !Latch || L.getExitingBlock() != Latch ||
        !all_of(L.blocks(), [](const BasicBlock *Block) {
          return isGuaranteedToTransferExecutionToSuccessor(Block) &&
                 none_of(*Block, mayMeetAllocation);
        }))
      return;
    const unsigned Most = SE.getSmallConstantMaxTripCount(&L);
    if (Most && Most < LeastTurns)
      return;
    Before = Preheader->getTerminator();
    const SCEV *Backedges = SE.getBackedgeTakenCount(&L);
    if (isa<SCEVCouldNotCompute>(Backedges) ||
        !Backedges->getType()->isIntegerTy() || !isCheap(Backedges))
      return;
    findSeries(*Latch);
    joinNeighbours();
    erase_if(All, [&](const Series &One) { return !isCheap(One.First); });
    if (All.empty())
      return;
    SmallVector<BlockAccess, 4> Its;
    for (const Series &One : All)
      for (const BlockAccess &Part : One.Parts) {
        Counted.insert(Part.By);
        Its.push_back(Part);
      }
    Value *Count = turns(Backedges);
    SmallVector<Value *, 4> Firsts;
    for (const Series &Its : All)
      Firsts.push_back(
          Expander.expandCodeFor(Its.First, Its.First->getType(), Before));
    // A short loop counts in each turn.
    Value *IsLong = nullptr;
    Instruction *AtFront = Before;
    if (SE.getSmallConstantTripCount(&L) < LeastTurns) {
      RecordBuilder B(Before, *Before);
      IsLong = B.CreateICmpUGE(Count, B.getInt64(LeastTurns));
      DomTreeUpdater Updater(DT, DomTreeUpdater::UpdateStrategy::Eager);
      AtFront = SplitBlockAndInsertIfThen(
          IsLong, Before->getIterator(), /*Unreachable=*/false,
          /*BranchWeights=*/nullptr, &Updater, &LI);
    }
    for (auto [One, First] : zip(All, Firsts))
      Code.countSeries(AtFront, One.Its, Body, First, One.Stride, Count);
    if (IsLong)
      Short.push_back({IsLong, Latch->getTerminator(), std::move(Its)});
  }

private:
  struct Series {
    BlockAccess Its;
    const SCEV *First;
    int64_t Stride;
    SmallVector<BlockAccess, 2> Parts;
  };

  /// Of each turn.
  void findSeries(const BasicBlock &Latch) {
    SmallVector<BlockAccess, 2> Its;
    for (BasicBlock *Block : L.blocks()) {
      if (!DT.dominates(Block, &Latch))
        continue;
      for (Instruction &I : *Block) {
        if (!isa<LoadInst, StoreInst>(I))
          continue;
        Its.clear();
        findAccesses(I, Its);
        if (Its.empty())
          continue;
        std::optional<int64_t> Stride = strideOf(*Its.front().Pointer);
        if (Stride)
          All.push_back({Its.front(), First, *Stride, {Its.front()}});
      }
    }
  }

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

  /// Makes one series of two that go side by side, as those of a loop that was
  /// unrolled.
  void joinNeighbours() {
    for (size_t I = 0; I < All.size();) {
      auto Join = [&](Series &To) {
        if (&To == &All[I] || To.Its.IsWrite != All[I].Its.IsWrite ||
            To.Stride != All[I].Stride)
          return false;
        const auto *Distance =
            dyn_cast<SCEVConstant>(SE.getMinusSCEV(All[I].First, To.First));
        if (!Distance ||
            Distance->getAPInt().getSExtValue() != int64_t(To.Its.Size))
          return false;
        To.Its.Size += All[I].Its.Size;
        append_range(To.Parts, All[I].Parts);
        return true;
      };
      if (any_of(All, Join)) {
        All.erase(All.begin() + ptrdiff_t(I));
        I = 0;
      } else {
        ++I;
      }
    }
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
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  const TargetTransformInfo &TTI;
  compat::Expander Expander;
  Instruction *Before = nullptr;
  const SCEV *First = nullptr;
  SmallVector<Series, 4> All;
};

} // namespace

DenseSet<Instruction *>
anomalloc::countInFrontOfLoops(Function &F, const SecondBody &Body,
                               AccessCode &Code, LoopMoments &Moments,
                               FunctionAnalysisManager &FAM) {
  DenseSet<Instruction *> Counted;
  SmallVector<ShortLoop, 4> Short;
  DenseSet<const BasicBlock *> Its(Body.Blocks.begin(), Body.Blocks.end());
  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  // A cycle that is no loop may run several times in one turn of a loop.
  const ReversePostOrderTraversal<const Function *> Order(&F);
  if (containsIrreducibleCFG<const BasicBlock *>(Order, LI))
    return Counted;
  for (const Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost() && Its.contains(L->getHeader()))
      Hoisting(*L, LI, FAM.getResult<DominatorTreeAnalysis>(F),
               FAM.getResult<ScalarEvolutionAnalysis>(F),
               FAM.getResult<TargetIRAnalysis>(F))
          .run(Body, Code, Counted, Short);
  // From here on the analyses are out of date.
  for (const ShortLoop &L : Short) {
    RecordBuilder B(L.End, *L.End);
    Code.countAt(SplitBlockAndInsertIfThen(B.CreateNot(L.IsLong),
                                           L.End->getIterator(),
                                           /*Unreachable=*/false),
                 L.Its, Body, &Moments);
  }
  return Counted;
}
