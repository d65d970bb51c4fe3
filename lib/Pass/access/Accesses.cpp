//===- Accesses.cpp -------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Accesses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

bool anomalloc::isOfVariable(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/16);
  if (isa<AllocaInst, GlobalVariable>(Object))
    return true;
  // Arguments that the caller has put on the stack.
  if (const auto *A = dyn_cast<Argument>(Object))
    return A->hasByValAttr();
  const auto *Call = dyn_cast<IntrinsicInst>(Object);
  return Call && Call->getIntrinsicID() == Intrinsic::threadlocal_address;
}

void anomalloc::findAccesses(Instruction &I,
                             SmallVectorImpl<BlockAccess> &Out) {
  if (I.hasMetadata(LLVMContext::MD_nosanitize))
    return;
  const DataLayout &Layout = I.getModule()->getDataLayout();
  auto Add = [&](Value *Pointer, Type *T, Align Alignment, bool IsWrite) {
    const TypeSize Size = Layout.getTypeStoreSize(T);
    // Other address spaces are no memory of the process (x86: segments).
    if (!Size.isScalable() && Size.getFixedValue() &&
        Pointer->getType()->getPointerAddressSpace() == 0 &&
        !isOfVariable(Pointer))
      Out.push_back({&I, &I, Pointer, Size.getFixedValue(), Alignment, IsWrite});
  };
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Add(Load->getPointerOperand(), Load->getType(), Load->getAlign(), false);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Add(Store->getPointerOperand(), Store->getValueOperand()->getType(),
        Store->getAlign(), true);
  } else if (auto *Both = dyn_cast<AtomicRMWInst>(&I)) {
    for (bool IsWrite : {false, true})
      Add(Both->getPointerOperand(), Both->getValOperand()->getType(),
          Both->getAlign(), IsWrite);
  } else if (auto *Both = dyn_cast<AtomicCmpXchgInst>(&I)) {
    // The processor writes in any case: the old value, if it differs.
    for (bool IsWrite : {false, true})
      Add(Both->getPointerOperand(), Both->getCompareOperand()->getType(),
          Both->getAlign(), IsWrite);
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    for (unsigned N = 0, E = Call->arg_size(); N != E; ++N)
      if (Type *T =
              Call->isByValArgument(N) ? Call->getParamByValType(N) : nullptr)
        Add(Call->getArgOperand(N), T, Call->getParamAlign(N).valueOrOne(),
            false);
  }
}

bool anomalloc::isComparison(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->isDeclaration() &&
         (Callee->getName() == "memcmp" || Callee->getName() == "bcmp");
}
