//===- SecondBody.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/SecondBody.h"
#include "anomalloc/Access.h"
#include "record/RecordBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace anomalloc;

/// Whether the assembler would see a label twice. Labels of numbers, and those
/// with "%=" in them, may come several times.
static bool hasLabel(const CallBase &Call) {
  const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm)
    return false;
  SmallVector<StringRef, 8> Statements;
  SplitString(Asm->getAsmString(), Statements, "\n;");
  return any_of(Statements, [](StringRef Statement) {
    const StringRef Name = Statement.trim().take_while(
        [](char C) { return isAlnum(C) || C == '_' || C == '.' || C == '$'; });
    return !Name.empty() && !isDigit(Name.front()) &&
           Statement.trim().drop_front(Name.size()).starts_with(":");
  });
}

static bool mayBeCopied(Function &F) {
  for (BasicBlock &Block : F)
    if (Block.hasAddressTaken())
      return false;
  return none_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return (Call && (Call->cannotDuplicate() || Call->isConvergent() ||
                     hasLabel(*Call))) ||
           isa<IndirectBrInst, CallBrInst>(I) ||
           (Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::localescape);
  });
}

/// Copies all blocks behind the first one.
static SmallVector<BasicBlock *, 16> copyBody(Function &F, BasicBlock *First) {
  SmallVector<BasicBlock *, 16> Old, New;
  for (BasicBlock &Block : F)
    if (&Block != First)
      Old.push_back(&Block);
  ValueToValueMapTy Map;
  for (BasicBlock *Block : Old) {
    BasicBlock *Copy = CloneBasicBlock(Block, Map, ".accesses", &F);
    Map[Block] = Copy;
    New.push_back(Copy);
  }
  for (BasicBlock *Block : New)
    for (Instruction &I : *Block) {
      I.dropDbgRecords(); // Debuggers see the variables of the first body.
      RemapInstruction(&I, Map,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }
  return New;
}

static GlobalVariable *declareOn(Module &M) {
  Type *I32 = Type::getInt32Ty(M.getContext());
  return cast<GlobalVariable>(
      M.getOrInsertGlobal("__anomalloc_access_on", I32));
}

std::optional<SecondBody> anomalloc::addSecondBody(Function &F) {
  if (!mayBeCopied(F))
    return std::nullopt;
  Module &M = *F.getParent();
  LLVMContext &C = F.getContext();
  BasicBlock *First = &F.getEntryBlock();
  auto NewBlock = [&](const char *Name) {
    return BasicBlock::Create(C, Name, &F, First);
  };
  BasicBlock *Entry = NewBlock("accesses.entry"),
             *Ask = NewBlock("accesses.ask"),
             *Begin = NewBlock("accesses.begin"),
             *Has = NewBlock("accesses.has");
  // Both bodies share the variables, which stand in the first block.
  for (Instruction &I : make_early_inc_range(*First))
    if (auto *Variable = dyn_cast<AllocaInst>(&I);
        Variable && isa<ConstantInt>(Variable->getArraySize()) &&
        !Variable->isUsedWithInAlloca())
      Variable->moveBefore(*Entry, Entry->end());

  const Instruction &Of = *First->getTerminator();
  MDNode *Likely = MDBuilder(C).createLikelyBranchWeights();
  RecordBuilder AtEntry(Entry, Of);
  Value *On =
      AtEntry.CreateAlignedLoad(AtEntry.getInt32Ty(), declareOn(M), Align(4));
  AtEntry.CreateCondBr(AtEntry.CreateIsNull(On), First, Ask, Likely);

  RecordBuilder AtAsk(Ask, Of);
  Value *Known = AtAsk.CreateAlignedLoad(
      AtAsk.getPtrTy(),
      AtAsk.CreateThreadLocalAddress(declareThreadLocal(
          M, "__anomalloc_access_window", sizeof(void *), Align(8))),
      Align(8));
  AtAsk.CreateCondBr(AtAsk.CreateIsNotNull(Known), Has, Begin, Likely);

  RecordBuilder AtBegin(Begin, Of);
  FunctionCallee BeginAccess =
      M.getOrInsertFunction("__anomalloc_access_begin", AtBegin.getPtrTy());
  CallInst *Begun = AtBegin.CreateCall(BeginAccess);
  Begun->setDoesNotThrow();
  AtBegin.CreateBr(Has);

  // The copy must not have the blocks above.
  SmallVector<BasicBlock *, 4> Ours = {Ask, Begin, Has};
  for (BasicBlock *Block : Ours)
    Block->removeFromParent();
  SecondBody Result;
  Result.Blocks = copyBody(F, Entry);
  for (BasicBlock *Block : Ours)
    Block->insertInto(&F, First);

  RecordBuilder AtHas(Has, Of);
  PHINode *Window = AtHas.CreatePHI(AtHas.getPtrTy(), 2);
  Window->addIncoming(Known, Ask);
  Window->addIncoming(Begun, Begin);
  Result.Last = AtHas.CreateGEP(AtHas.getInt8Ty(), Window,
                                AtHas.getInt64(ANOMALLOC_ACCESS_LAST));
  AtHas.CreateCondBr(AtHas.CreateIsNotNull(Window), Result.Blocks.front(),
                     First, Likely);
  Result.Window = Window;
  return Result;
}
