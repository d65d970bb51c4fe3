//===- LoopMoments.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/LoopMoments.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace anomalloc;

static bool anyMeetsAllocation(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *Block) {
    return any_of(*Block, mayMeetAllocation);
  });
}

/// The object that \p Pointer leads into. Null: pointers into one object may
/// lead to several blocks, since they are computed by mere numbers.
static const Value *objectAround(const Value *Pointer) {
  while (const auto *Step = dyn_cast<GEPOperator>(Pointer)) {
    if (!Step->isInBounds())
      return nullptr;
    Pointer = Step->getPointerOperand();
  }
  return Pointer;
}

void LoopMoments::prepare(Loop &L, LoopInfo &LI, DominatorTree &DT) {
  if (!anyMeetsAllocation(L) && !L.hasNoExitBlocks() &&
      (L.getLoopPreheader() ||
       InsertPreheaderForLoop(&L, &DT, &LI, nullptr, false))) {
    formDedicatedExitBlocks(&L, &DT, &LI, nullptr, false);
    if (L.hasDedicatedExits()) {
      Loops.push_back({L.getLoopPreheader()->getTerminator(), {}, {}});
      L.getUniqueExitBlocks(Loops.back().Exits);
      Of[&L] = &Loops.back();
    }
  }
  for (Loop *Inner : L)
    prepare(*Inner, LI, DT);
}

LoopMoments::NotingLoop *LoopMoments::outermostLoop(const Loop *L,
                                                    const Value &Object) const {
  NotingLoop *Outermost = nullptr;
  const auto *Made = dyn_cast<Instruction>(&Object);
  for (; L && !(Made && L->contains(Made)); L = L->getParentLoop())
    if (NotingLoop *Noting = Of.lookup(L))
      Outermost = Noting;
  return Outermost;
}

LoopMoments::LoopMoments(Function &F, const SecondBody &Body, LoopInfo &LI,
                         DominatorTree &DT)
    : F(F) {
  const DenseSet<const BasicBlock *> InBody(Body.Blocks.begin(),
                                            Body.Blocks.end());
  for (Loop *L : LI)
    if (InBody.contains(L->getHeader()))
      prepare(*L, LI, DT);
  SmallVector<BlockAccess, 2> Its;
  for (BasicBlock *Block : Body.Blocks)
    for (Instruction &I : *Block) {
      Its.clear();
      findAccesses(I, Its);
      const Value *Object =
          Its.empty() ? nullptr : objectAround(Its.front().Pointer);
      if (!Object)
        continue;
      if (NotingLoop *L = outermostLoop(LI.getLoopFor(Block), *Object))
        NotedBehind[&I] = L;
    }
}

bool LoopMoments::keep(const BlockAccess &A) {
  NotingLoop *L = NotedBehind.lookup(A.By);
  if (!L)
    return false;
  AllocaInst *&Last = L->Last[objectAround(A.Pointer)];
  if (!Last)
    Last = new AllocaInst(A.Pointer->getType(), 0, "last",
                          F.getEntryBlock().getFirstInsertionPt());
  IRBuilder<>(A.Before).CreateStore(A.Pointer, Last);
  return true;
}

void LoopMoments::finish(function_ref<void(Instruction *, Value *)> Note) {
  std::vector<AllocaInst *> All;
  for (NotingLoop &L : Loops)
    for (auto [Object, Last] : L.Last) {
      All.push_back(Last);
      Type *Ptr = Last->getAllocatedType();
      IRBuilder<>(L.InFront).CreateStore(Constant::getNullValue(Ptr), Last);
      for (BasicBlock *Exit : L.Exits) {
        Instruction *Before = &*Exit->getFirstInsertionPt();
        Note(Before, IRBuilder<>(Before).CreateLoad(Ptr, Last));
      }
    }
  if (All.empty())
    return;
  DominatorTree DT(F);
  PromoteMemToReg(All, DT);
}
