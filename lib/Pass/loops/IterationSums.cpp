//===- IterationSums.cpp - iterations that are added up in registers ------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "loops/IterationSums.h"
#include "record/Record.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace anomalloc;

/// Whether control may leave a loop in \p I, without its terminators' knowing.
static bool mayLeave(const Instruction &I) {
  if (isGuaranteedToTransferExecutionToSuccessor(&I))
    return false;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return !I.isTerminator();
  const Function *Callee = Call->getCalledFunction();
  return !Call->isInlineAsm() &&
         !(Callee && Callee->getName().starts_with("__anomalloc_"));
}

namespace {

/// The sum of one loop.
class Sum {
public:
  /// \p L may be null.
  Sum(Loop *L, const DominatorTree &DT) : L(L) {
    if (!L)
      return;
    SmallVector<BasicBlock *, 4> Latches;
    L->getLoopLatches(Latches);
    for (BasicBlock *Block : L->blocks())
      for (Instruction &I : *Block)
        if (mayLeave(I)) {
          Leaving.push_back(&I);
          IsSeldom &=
              none_of(L->getSubLoops(),
                      [&](const Loop *In) { return In->contains(Block); }) &&
              none_of(Latches, [&](const BasicBlock *Latch) {
                return DT.dominates(Block, Latch);
              });
        }
  }

  bool canBeKept() const { return L && IsSeldom && !IsLost; }

  /// Finds where the sum is told. False: not all ways out can be.
  bool findEnds(DominatorTree &DT, LoopInfo &LI) {
    formDedicatedExitBlocks(L, &DT, &LI, /*MSSAU=*/nullptr,
                            /*PreserveLCSSA=*/false);
    SmallVector<BasicBlock *, 4> Exits;
    L->getUniqueExitBlocks(Exits);
    for (BasicBlock *Exit : Exits) {
      if (Exit->isEHPad())
        continue; // Told before the call.
      if (any_of(predecessors(Exit),
                 [&](const BasicBlock *From) { return !L->contains(From); })) {
        IsLost = true;
        return false;
      }
      Ends.push_back(&*Exit->getFirstInsertionPt());
    }
    append_range(Ends, Leaving);
    return true;
  }

  void count(CallInst *Mark, unsigned Slot) {
    Counted.push_back(Mark);
    ItsSlot = Slot;
  }

  AllocaInst *insert(Recorder &Record) {
    if (Counted.empty())
      return nullptr;
    Function &F = *L->getHeader()->getParent();
    Instruction *First = &*F.getEntryBlock().getFirstInsertionPt();
    RecordBuilder B(First, *First);
    AllocaInst *Its = B.CreateAlloca(B.getInt64Ty());
    B.CreateStore(B.getInt64(0), Its);
    for (CallInst *Mark : Counted) {
      RecordBuilder At(Mark, *Mark);
      At.CreateStore(
          At.CreateAdd(At.CreateLoad(At.getInt64Ty(), Its), At.getInt64(1)),
          Its);
    }
    for (Instruction *End : Ends) {
      RecordBuilder At(End, *End);
      Value *Number = At.CreateLoad(At.getInt64Ty(), Its);
      At.CreateStore(At.getInt64(0), Its);
      Record.recordIterations(End, ItsSlot, Number);
    }
    return Its;
  }

private:
  Loop *L;
  bool IsSeldom = true; ///< Not each iteration may leave by a call.
  bool IsLost = false;  ///< It has exits that cannot be its own.
  SmallVector<Instruction *, 4> Leaving, Ends;
  SmallVector<CallInst *, 2> Counted;
  unsigned ItsSlot = 0;
};

} // namespace

void anomalloc::recordIterations(Function &F, ArrayRef<CountedMark> Marks,
                                 Recorder &Record) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  const bool MayKeep = !F.hasOptNone() && !F.callsFunctionThatReturnsTwice();
  // A loop has one sum: of two loops that became one, each counts by itself.
  MapVector<std::pair<const Loop *, unsigned>, Sum> Sums;
  SmallVector<CountedMark, 8> AtOnce;
  for (const CountedMark &Mark : Marks) {
    Loop *L = LI.getLoopFor(Mark.Call->getParent());
    auto [I, New] = Sums.try_emplace({L, Mark.Slot}, MayKeep ? L : nullptr, DT);
    Sum &Its = I->second;
    if (New ? Its.canBeKept() && Its.findEnds(DT, LI) : Its.canBeKept())
      Its.count(Mark.Call, Mark.Slot);
    else
      AtOnce.push_back(Mark);
  }
  SmallVector<AllocaInst *, 4> Kept;
  for (auto &[Key, Its] : Sums)
    if (AllocaInst *Variable = Its.insert(Record))
      Kept.push_back(Variable);
  for (const CountedMark &Mark : AtOnce)
    Record.recordIterations(Mark.Call, Mark.Slot,
                            /*Number=*/nullptr);
  if (Kept.empty())
    return;
  DT.recalculate(F);
  PromoteMemToReg(Kept, DT);
}
