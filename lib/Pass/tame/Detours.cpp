//===- Detours.cpp - a way around a call ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/Detours.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace anomalloc;

Value *anomalloc::createProduct(IRBuilderBase &B, ArrayRef<Value *> Factors,
                                Value **Overflows) {
  if (Overflows)
    *Overflows = nullptr;
  // A number that is compared must be one number.
  auto Fixed = [&](Value *V) {
    return isa<ConstantInt>(V) ? V : B.CreateFreeze(V);
  };
  Value *First = Fixed(Factors[0]);
  if (Factors.size() == 1)
    return First;
  Value *Second = Fixed(Factors[1]);
  if (!Overflows)
    return B.CreateMul(First, Second);
  Value *Both =
      B.CreateBinaryIntrinsic(Intrinsic::umul_with_overflow, First, Second);
  *Overflows = B.CreateExtractValue(Both, 1);
  return B.CreateExtractValue(Both, 0);
}

void anomalloc::replaceAllocation(CallBase &Call, Value &Block) {
  CallBase *Old = &Call;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
    Old = changeToCall(Invoke);
  Old->replaceAllUsesWith(&Block);
  Old->eraseFromParent();
}

Detour anomalloc::detourAround(CallBase &Call, Value &Condition, Value &Block,
                               const Twine &Name) {
  BasicBlock *Head = Call.getParent();
  Function *F = Head->getParent();
  BasicBlock *Heap = Head->splitBasicBlock(&Call, Name + ".heap");
  BasicBlock *Behind;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    BasicBlock *Normal = Invoke->getNormalDest();
    Behind = BasicBlock::Create(F->getContext(), Name + ".behind", F, Normal);
    IRBuilder<>(Behind).CreateBr(Normal);
    Normal->replacePhiUsesWith(Heap, Behind);
    // The other edge may lead to the same block only if that is a landing pad.
    Invoke->setNormalDest(Behind);
  } else {
    Behind = Heap->splitBasicBlock(Call.getNextNode(), Name + ".behind");
  }
  BasicBlock *Other = BasicBlock::Create(F->getContext(), Name, F, Heap);
  Instruction *Instead = IRBuilder<>(Other).CreateBr(Behind);
  Head->getTerminator()->eraseFromParent();
  IRBuilder<> B(Head);
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  B.CreateCondBr(&Condition, Other, Heap);
  B.SetInsertPoint(Behind, Behind->begin());
  PHINode *Result = B.CreatePHI(Call.getType(), 2, Name + ".block");
  Call.replaceAllUsesWith(Result);
  Result->addIncoming(&Block, Other);
  Result->addIncoming(&Call, Heap);
  Instead->setDebugLoc(Call.getDebugLoc());
  return {Instead, Result};
}

Instruction *anomalloc::detourAroundFree(CallInst &Free, Value &Condition) {
  Instruction *Instead, *Else;
  SplitBlockAndInsertIfThenElse(&Condition, &Free, &Instead, &Else);
  Free.moveBefore(*Else->getParent(), Else->getIterator());
  return Instead;
}
