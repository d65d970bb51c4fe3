//===- Exits.cpp - where a function is left -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/Exits.h"
#include "record/Jumps.h"
#include "record/Landings.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace anomalloc;

/// The call in front of \p End that may become a jump, if \p Returned is what
/// the function returns then.
static CallInst *tailCallBefore(Instruction &End, const Value *Returned,
                                const TargetLibraryInfo &TLI) {
  Instruction *I = &End;
  do
    I = I->getPrevNode();
  while (I && (I->isDebugOrPseudoInst() || I->isLifetimeStartOrEnd() ||
               isa<BitCastInst>(I) || isa<AssumeInst>(I)));
  auto *Call = dyn_cast_or_null<CallInst>(I);
  // A function that is never entered twice adds one frame to a chain of jumps.
  if (!Call || End.getFunction()->doesNotRecurse() || !Call->isTailCall() ||
      isa<IntrinsicInst>(Call) || Call->isInlineAsm() ||
      getFreedOperand(Call, &TLI) || switchesStacks(*Call) ||
      !passesOn(*Call, Returned))
    return nullptr;
  return Call;
}

/// Whether nothing but a return stands in its block, so that calls in front of
/// it may still become jumps.
static bool isAlone(const ReturnInst &Return) {
  for (const Instruction &I : *Return.getParent())
    if (!isa<PHINode>(I) && !I.isDebugOrPseudoInst() &&
        !I.isLifetimeStartOrEnd())
      return &I == &Return;
  return false;
}

SmallVector<Instruction *, 8>
anomalloc::findExits(Function &F, const TargetLibraryInfo &TLI) {
  SmallVector<Instruction *, 8> Exits;
  SmallVector<ReturnInst *, 8> Returns;
  for (BasicBlock &Block : F) {
    if (auto *Resume = dyn_cast<ResumeInst>(Block.getTerminator()))
      Exits.push_back(Resume);
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      Returns.push_back(Return);
  }
  for (ReturnInst *Return : Returns) {
    BasicBlock *Block = Return->getParent();
    Value *Returned = Return->getReturnValue();
    if (CallInst *Must = Block->getTerminatingMustTailCall()) {
      Exits.push_back(Must);
      continue;
    }
    if (CallInst *Tail = tailCallBefore(*Return, Returned, TLI)) {
      Exits.push_back(Tail);
      continue;
    }
    SmallVector<CallInst *, 4> Tails;
    SmallSetVector<BasicBlock *, 4> Others;
    bool CanSplit = isAlone(*Return);
    for (BasicBlock *Before : predecessors(Block)) {
      Instruction *End = Before->getTerminator();
      CanSplit &= isa<BranchInst, SwitchInst, InvokeInst>(End);
      Value *Incoming =
          Returned ? Returned->DoPHITranslation(Block, Before) : nullptr;
      CallInst *Tail = isa<BranchInst>(End) && End->getNumSuccessors() == 1
                           ? tailCallBefore(*End, Incoming, TLI)
                           : nullptr;
      if (Tail)
        Tails.push_back(Tail);
      else
        Others.insert(Before);
    }
    if (!CanSplit || Tails.empty()) {
      Exits.push_back(Return);
      continue;
    }
    append_range(Exits, Tails);
    if (!Others.empty())
      Exits.push_back(
          SplitBlockPredecessors(Block, Others.getArrayRef(), ".anomalloc.left")
              ->getTerminator());
  }
  return Exits;
}
