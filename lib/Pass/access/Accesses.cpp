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

bool anomalloc::mayMeetAllocation(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return isStrongerThanMonotonic(Load->getOrdering());
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return isStrongerThanMonotonic(Store->getOrdering());
  if (I.isAtomic())
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && !isa<IntrinsicInst>(Call) && !Call->onlyReadsMemory();
}

bool anomalloc::isOfVariable(const Value *Pointer) {
  if (Pointer->getType()->getPointerAddressSpace() != 0)
    return true;
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
    if (!Size.isScalable() && Size.getFixedValue() && !isOfVariable(Pointer))
      Out.push_back(
          {&I, &I, Pointer, Size.getFixedValue(), Alignment, IsWrite});
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

std::optional<MaskedAccess> anomalloc::findMaskedAccess(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return std::nullopt;
  MaskedAccess A = {};
  switch (Call->getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    break;
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    A.IsWrite = true;
    break;
  case Intrinsic::masked_expandload:
    A.IsCompact = true;
    break;
  case Intrinsic::masked_compressstore:
    A.IsWrite = A.IsCompact = true;
    break;
  default:
    return std::nullopt;
  }
  // What is written comes first, then the pointers. The mask's place differs
  // between majors of LLVM.
  A.Pointers = Call->getArgOperand(A.IsWrite ? 1 : 0);
  for (Value *Argument : drop_begin(Call->args()))
    if (Argument->getType()->isIntOrIntVectorTy(1)) {
      A.Mask = Argument;
      break;
    }
  Type *Data = A.IsWrite ? Call->getArgOperand(0)->getType() : Call->getType();
  auto *Vector = dyn_cast<FixedVectorType>(Data);
  if (!Vector || !A.Mask ||
      (!A.Pointers->getType()->isVectorTy() && isOfVariable(A.Pointers)))
    return std::nullopt;
  A.Lanes = Vector->getNumElements();
  A.LaneSize =
      I.getModule()->getDataLayout().getTypeStoreSize(Vector->getElementType());
  return A;
}

bool anomalloc::isComparison(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->isDeclaration() &&
         (Callee->getName() == "memcmp" || Callee->getName() == "bcmp");
}
