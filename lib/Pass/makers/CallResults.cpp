//===- CallResults.cpp - what a call gives back ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "makers/CallResults.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

const Function *anomalloc::calleeOf(const CallBase &Call) {
  return dyn_cast<Function>(
      Call.getCalledOperand()->stripPointerCastsAndAliases());
}

bool anomalloc::isOwnCode(const Function &F) {
  return !F.isDeclaration() && !F.hasAvailableExternallyLinkage();
}

bool anomalloc::isObjectInRegisters(const Type &T) {
  const auto *Struct = dyn_cast<StructType>(&T);
  return Struct && any_of(Struct->elements(),
                          [](const Type *E) { return E->isPointerTy(); });
}

bool anomalloc::returnsObject(const CallBase &Call) {
  return Call.hasStructRetAttr() || isObjectInRegisters(*Call.getType());
}

const Value *anomalloc::objectOf(const CallBase &Call) {
  for (unsigned I = 0, E = Call.arg_size(); I != E; ++I)
    if (Call.paramHasAttr(I, Attribute::StructRet))
      return Call.getArgOperand(I);
  return Call.arg_size() && Call.getArgOperand(0)->getType()->isPointerTy()
             ? Call.getArgOperand(0)
             : nullptr;
}

const AllocaInst *anomalloc::outputOf(const CallBase &Call) {
  return Call.getType()->isIntegerTy() && Call.arg_size()
             ? dyn_cast<AllocaInst>(
                   Call.getArgOperand(0)->stripInBoundsOffsets())
             : nullptr;
}
