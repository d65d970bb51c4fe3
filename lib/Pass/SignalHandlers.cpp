//===- SignalHandlers.cpp - functions that run between others -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignalHandlers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

static bool isSigaction(const Type *T) {
  const auto *Structure = dyn_cast<StructType>(T);
  return Structure && Structure->hasName() &&
         Structure->getName() == "struct.sigaction";
}

static bool takesHandler(const Function *Callee) {
  return Callee && is_contained({"signal", "sigset", "bsd_signal",
                                 "sysv_signal", "__sysv_signal"},
                                Callee->getName());
}

/// Of \p V, a function or what holds one.
static bool isInstalled(const Value &V) {
  return any_of(V.users(), [](const User *By) {
    if (const auto *Call = dyn_cast<CallBase>(By))
      return takesHandler(Call->getCalledFunction());
    if (const auto *Store = dyn_cast<StoreInst>(By)) {
      const auto *To =
          dyn_cast<AllocaInst>(getUnderlyingObject(Store->getPointerOperand()));
      return To && isSigaction(To->getAllocatedType());
    }
    if (const auto *Variable = dyn_cast<GlobalVariable>(By))
      return isSigaction(Variable->getValueType());
    return isa<Constant>(By) && !isa<GlobalValue>(By) && isInstalled(*By);
  });
}

bool anomalloc::isSignalHandler(const Function &F) { return isInstalled(F); }
