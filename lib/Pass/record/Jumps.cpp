//===- Jumps.cpp - calls that may become jumps ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/Jumps.h"
#include "Compat.h"
#include "record/Record.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace anomalloc;

/// The return behind \p Call, or null if more is done first.
static const ReturnInst *returnBehind(const CallBase &Call) {
  const Instruction *Next = Call.getNextNode();
  while (Next && (Next->isDebugOrPseudoInst() || Next->isLifetimeStartOrEnd()))
    Next = Next->getNextNode();
  if (const auto *Branch = dyn_cast_or_null<BranchInst>(Next))
    Next = Branch->isUnconditional()
               ? &*Branch->getSuccessor(0)->getFirstNonPHIOrDbg()
               : nullptr;
  return dyn_cast_or_null<ReturnInst>(Next);
}

bool anomalloc::passesOn(const CallInst &Call, const Value *Returned) {
  return !Returned || isa<UndefValue>(Returned) ||
         Returned->stripPointerCasts() == &Call;
}

/// What the function of \p Call returns at \p Return, behind the call.
static Value *returnedBehind(const CallBase &Call, const ReturnInst &Return) {
  Value *Returned = Return.getReturnValue();
  return Returned && Return.getParent() != Call.getParent()
             ? Returned->DoPHITranslation(Return.getParent(), Call.getParent())
             : Returned;
}

bool anomalloc::isInTailPosition(const CallBase &Call) {
  const auto *C = dyn_cast<CallInst>(&Call);
  if (!C || C->isMustTailCall())
    return C;
  if (!C->isTailCall() ||
      (!compat::JumpsReturnObjects && Call.getFunction()->hasStructRetAttr()))
    return false;
  const ReturnInst *Return = returnBehind(Call);
  return Return && passesOn(*C, returnedBehind(Call, *Return));
}

/// Whether the arguments of \p Call are in registers alone (x86-64 System V; an
/// argument that takes part of several is taken for one on the stack).
static bool isInRegisters(const CallBase &Call) {
  unsigned General = 6, Vector = 8;
  const DataLayout &Layout = Call.getModule()->getDataLayout();
  for (const Use &Argument : Call.args()) {
    Type *T = Argument->getType();
    if (Call.isByValArgument(Call.getArgOperandNo(&Argument)))
      return false;
    bool IsVector = T->isFPOrFPVectorTy() || T->isVectorTy();
    if (Layout.getTypeSizeInBits(T) > (IsVector ? 128 : 64) ||
        T->isX86_FP80Ty() || T->isAggregateType() ||
        !(IsVector ? Vector : General)--)
      return false;
  }
  return true;
}

bool anomalloc::canBeFirstOfChain(const CallBase &Call) {
  return !Call.isMustTailCall() && isInRegisters(Call) &&
         compat::targetTriple(*Call.getModule()).getArch() == Triple::x86_64;
}

/// Where the return address of the function is.
static Value *entryOf(RecordBuilder &B) {
  return B.CreateTrunc(
      B.CreatePtrToInt(B.CreateIntrinsic(Intrinsic::addressofreturnaddress,
                                         {B.getPtrTy()}, {}),
                       B.getInt64Ty()),
      B.getInt32Ty());
}

/// Where it is going to be in a function that is called now.
static Value *entryOfCallee(RecordBuilder &B, unsigned Slot) {
  Value *Stack = B.CreatePtrToInt(B.CreateStackSave(), B.getInt64Ty());
  return B.CreateTrunc(B.CreateAdd(Stack, B.getInt64(int64_t(Slot) - 8)),
                       B.getInt32Ty());
}

/// Whether calls of \p F may have ended so that nobody put Jump back.
static bool mayLoseJump(const Function &F) {
  return F.hasPersonalityFn() || F.callsFunctionThatReturnsTwice();
}

void anomalloc::keepChain(CallInst &Call, Value *Before, unsigned Slot,
                          Recorder &Record) {
  const ReturnInst &Return = *returnBehind(Call);
  Value *Returned = returnedBehind(Call, Return);

  RecordBuilder B(&Call, Call);
  bool AtEntry = mayLoseJump(*Call.getFunction());
  RecordBuilder Begin(
      AtEntry
          ? &*Call.getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca()
          : &Call,
      Call);
  Value *Outer = Record.loadJump(Begin);
  Value *Entry = B.CreateAdd(entryOf(B), B.CreateTrunc(Before, B.getInt32Ty()));
  Instruction *Jump = SplitBlockAndInsertIfThen(
      B.CreateICmpEQ(Outer, Entry), &Call, /*Unreachable=*/true,
      MDBuilder(Call.getContext()).createUnlikelyBranchWeights());
  if (AtEntry) {
    RecordBuilder InJump(Jump, Call);
    Record.storeJump(InJump, Outer);
  }
  Instruction *Tail = Call.clone();
  Tail->insertBefore(Jump->getIterator());
  ReturnInst *Left =
      ReturnInst::Create(Call.getContext(), Returned == &Call ? Tail : Returned,
                         Jump->getIterator());
  Left->setDebugLoc(Return.getDebugLoc());
  Jump->eraseFromParent();

  RecordBuilder Front(&Call, Call);
  Record.storeJump(Front, entryOfCallee(Front, Slot));
  RecordBuilder Back(Call.getNextNode(), Call);
  Record.storeJump(Back, Outer);
}
