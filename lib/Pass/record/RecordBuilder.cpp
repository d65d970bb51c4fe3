//===- RecordBuilder.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/RecordBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace anomalloc;

RecordBuilder::RecordBuilder(LLVMContext &C)
    : IRBuilder(C, ConstantFolder(),
                IRBuilderCallbackInserter(
                    [](Instruction *I) { I->setNoSanitizeMetadata(); })) {}

RecordBuilder::RecordBuilder(Instruction *Before, const Instruction &Of)
    : RecordBuilder(Before->getContext()) {
  SetInsertPoint(Before);
  setLocation(Of);
}

RecordBuilder::RecordBuilder(BasicBlock *AtEnd, const Instruction &Of)
    : RecordBuilder(AtEnd->getContext()) {
  SetInsertPoint(AtEnd);
  setLocation(Of);
}

void RecordBuilder::setLocation(const Instruction &Of) {
  DebugLoc Location = Of.getDebugLoc();
  if (!Location)
    if (DISubprogram *SP = Of.getFunction()->getSubprogram())
      Location = DILocation::get(Of.getContext(), 0, 0, SP);
  SetCurrentDebugLocation(Location);
}

Instruction *anomalloc::insertionPointAfter(CallBase &Call) {
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    BasicBlock *Next = Invoke->getNormalDest();
    if (!Next->getSinglePredecessor())
      Next = SplitEdge(Invoke->getParent(), Next);
    Instruction *At = &*Next->getFirstInsertionPt();
    return isa<UnreachableInst>(At) ? nullptr : At;
  }
  Instruction *At = Call.getNextNode();
  return isa<UnreachableInst>(At) ? nullptr : At;
}

FunctionCallee anomalloc::declareEvent(Module &M, StringRef Name,
                                       ArrayRef<Type *> Parameters) {
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(Type::getVoidTy(M.getContext()), Parameters,
                              /*isVarArg=*/false));
  if (auto *F = dyn_cast<Function>(Callee.getCallee())) {
    F->setCallingConv(CallingConv::PreserveMost);
    F->setDoesNotThrow();
    // Through the GOT: the dynamic loader's lazy binding would clobber r10,
    // which this convention preserves.
    F->addFnAttr(Attribute::NonLazyBind);
  }
  return Callee;
}

GlobalVariable *anomalloc::declareThreadLocal(Module &M, StringRef Name,
                                              uint64_t Size, Align A) {
  if (GlobalVariable *Known = M.getNamedGlobal(Name))
    return Known;
  auto *New = new GlobalVariable(
      M, ArrayType::get(Type::getInt8Ty(M.getContext()), Size),
      /*isConstant=*/false, GlobalValue::ExternalLinkage,
      /*Initializer=*/nullptr, Name, /*InsertBefore=*/nullptr,
      GlobalValue::InitialExecTLSModel);
  New->setAlignment(A);
  return New;
}
