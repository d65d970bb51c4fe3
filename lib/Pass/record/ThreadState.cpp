//===- ThreadState.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/ThreadState.h"
#include "Compat.h"
#include "anomalloc/Abi.h"
#include "record/RecordBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

ThreadState::ThreadState(Module &M)
    : I32(Type::getInt32Ty(M.getContext())),
      I64(Type::getInt64Ty(M.getContext())),
      Tls(declareThreadLocal(M, "__anomalloc_tls", sizeof(AnomallocTls),
                             Align(alignof(AnomallocTls)))),
      NamesTls(compat::targetTriple(M).getArch() == Triple::x86_64 &&
               compat::targetTriple(M).isOSBinFormatELF() &&
               M.getCodeModel().value_or(CodeModel::Small) !=
                   CodeModel::Large) {}

Value *ThreadState::tls(IRBuilderBase &B) {
  return B.CreateThreadLocalAddress(Tls);
}

Value *ThreadState::asking(IRBuilderBase &B, Value *Tls) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Tls,
                                      offsetof(AnomallocTls, Asking));
}
Value *ThreadState::via(IRBuilderBase &B, Value *Tls) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Tls,
                                      offsetof(AnomallocTls, Via));
}
Value *ThreadState::viaSlot(IRBuilderBase &B, Value *Tls) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Tls,
                                      offsetof(AnomallocTls, ViaSlot));
}

Value *ThreadState::caller(IRBuilderBase &B, Value *Tls, unsigned Offset) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Tls,
                                      offsetof(AnomallocTls, Caller) + Offset);
}

void ThreadState::setCaller(CallBase &Call, GlobalVariable &Callers,
                            unsigned Number) {
  // Else the caller would be gone from the stack, and from here.
  if (auto *C = dyn_cast<CallInst>(&Call))
    C->setTailCallKind(CallInst::TCK_None);
  RecordBuilder B(&Call, Call);
  LoadInst *Caller = B.CreateAlignedLoad(
      I64, B.CreateConstInBoundsGEP1_64(I64, &Callers, Number), Align(8));
  Caller->setAtomic(AtomicOrdering::Monotonic);
  putBackCaller(&Call, Caller);
}

Value *ThreadState::loadCaller(Instruction *Before) {
  RecordBuilder B(Before, *Before);
  return B.CreateAlignedLoad(I64, caller(B, tls(B)), Align(8),
                             /*isVolatile=*/true);
}

void ThreadState::putBackCaller(Instruction *Before, Value *Caller) {
  RecordBuilder B(Before, *Before);
  B.CreateAlignedStore(Caller, caller(B, tls(B)), Align(8),
                       /*isVolatile=*/true);
}

Value *ThreadState::jump(IRBuilderBase &B) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), tls(B),
                                      offsetof(AnomallocTls, Jump));
}

Value *ThreadState::loadJump(IRBuilderBase &B) {
  return B.CreateAlignedLoad(I32, jump(B), Align(4), /*isVolatile=*/true);
}

void ThreadState::storeJump(IRBuilderBase &B, Value *Jump) {
  B.CreateAlignedStore(Jump, jump(B), Align(4), /*isVolatile=*/true);
}

void ThreadState::forgetCaller(Instruction *Before) {
  RecordBuilder B(Before, *Before);
  if (!NamesTls)
    return putBackCaller(Before, B.getInt64(0));
  // The address is loaded anew: a register that kept it in the call would have
  // to be saved and restored by the function, also where it does not come here.
  std::string Text =
      ("movq " + Tls->getName() + "@GOTTPOFF(%rip), $0\n\t" +
       "movq $$0, %fs:" + Twine(offsetof(AnomallocTls, Caller)) + "($0)")
          .str();
  B.CreateCall(InlineAsm::get(FunctionType::get(I64, false), Text, "=&r",
                              /*hasSideEffects=*/true))
      ->setDoesNotThrow();
}
