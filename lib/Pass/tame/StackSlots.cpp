//===- StackSlots.cpp - blocks that stand in the frame --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/StackSlots.h"
#include "Compat.h"
#include "tame/Detours.h"
#include "tame/StaleMarks.h"
#include "tame/TameMark.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

namespace {

/// A plan that is carried out.
struct FrameSlot {
  const SlotPlan &Plan;
  AllocaInst *Memory;
  Value *Block; ///< What stands for the call's result.
};

} // namespace

static AllocaInst *createMemory(Function &F, const SlotPlan &Plan) {
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
  AllocaInst *Memory = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Plan.Bytes),
                                      /*ArraySize=*/nullptr, "anomalloc.slot");
  Memory->setAlignment(Plan.What.Alignment);
  return Memory;
}

static void beginBlock(IRBuilderBase &B, const FrameSlot &S, Value *Size) {
  compat::createLifetimeStart(B, *S.Memory, S.Plan.Bytes);
  if (S.Plan.What.IsZeroed)
    B.CreateMemSet(S.Memory, B.getInt8(0), Size, S.Plan.What.Alignment);
}

/// The slot serves all blocks of the call, or those that it is large enough
/// for.
static void provideSlot(FrameSlot &S) {
  CallBase &Call = *S.Plan.Call;
  IRBuilder<> B(&Call);
  if (!S.Plan.MayBeLarger) {
    beginBlock(B, S,
               S.Plan.What.IsZeroed ? createProduct(B, S.Plan.Factors)
                                    : nullptr);
    replaceAllocation(Call, *S.Memory);
    S.Block = S.Memory;
    return;
  }
  Value *Overflows;
  Value *Size = createProduct(B, S.Plan.Factors, &Overflows);
  Value *Fits = B.CreateICmpULE(Size, B.getInt64(S.Plan.Bytes));
  if (Overflows)
    Fits = B.CreateAnd(Fits, B.CreateNot(Overflows));
  Detour Way = detourAround(Call, *Fits, *S.Memory, "anomalloc.slot");
  B.SetInsertPoint(Way.Instead);
  beginBlock(B, S, Size);
  S.Block = Way.Result;
  markTame(Call);
}

/// \p Free frees none of \p Slots any more.
static void leaveOutFree(CallInst &Free, ArrayRef<const FrameSlot *> Slots) {
  IRBuilder<> B(&Free);
  Value *Freed = Free.getArgOperand(0);
  const FrameSlot &First = *Slots.front();
  if (Slots.size() == 1 && Freed->stripPointerCasts() == First.Memory) {
    compat::createLifetimeEnd(B, *First.Memory, First.Plan.Bytes);
    Free.eraseFromParent();
    return;
  }
  Value *IsSlot = nullptr;
  for (const FrameSlot *S : Slots) {
    Value *IsThis = B.CreateICmpEQ(Freed, S->Memory);
    IsSlot = IsSlot ? B.CreateOr(IsSlot, IsThis) : IsThis;
  }
  B.SetInsertPoint(detourAroundFree(Free, *IsSlot));
  // Of several it is not known here which one ends; their marks may be missing.
  if (Slots.size() == 1)
    compat::createLifetimeEnd(B, *First.Memory, First.Plan.Bytes);
}

void anomalloc::makeSlots(Function &F, ArrayRef<SlotPlan> Plans) {
  SmallVector<FrameSlot, 4> Slots;
  for (const SlotPlan &Plan : Plans)
    Slots.push_back({Plan, createMemory(F, Plan), nullptr});
  MapVector<CallBase *, SmallVector<const FrameSlot *, 1>> SlotsOf;
  for (FrameSlot &S : Slots) {
    provideSlot(S);
    for (CallBase *Free : S.Plan.Frees)
      SlotsOf[Free].push_back(&S);
  }
  for (auto &[Free, Its] : SlotsOf)
    leaveOutFree(*cast<CallInst>(Free), Its);
  forgetTailCalls(F);
  forgetAliasing(F);
}
