//===- SignalHandlers.cpp - functions that run between others -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/SignalHandlers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

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

/// Whether sigaction() finds handlers in \p Object. Not every one has the name
/// of its type: a constant with padding has a type of its own (LLVM 22).
static bool holdsHandler(const Value *Object) {
  const Type *Its = nullptr;
  if (const auto *Local = dyn_cast<AllocaInst>(Object))
    Its = Local->getAllocatedType();
  else if (const auto *Variable = dyn_cast<GlobalVariable>(Object))
    Its = Variable->getValueType();
  return Its && (isSigaction(Its) || any_of(Object->users(), [](auto *By) {
                   const auto *Call = dyn_cast<CallBase>(By);
                   const Function *Callee =
                       Call ? Call->getCalledFunction() : nullptr;
                   return Callee && Callee->getName() == "sigaction";
                 }));
}

/// What is in \p Variable, or is copied from there.
static bool holdsHandlerOrIsCopied(const GlobalVariable &Variable) {
  return holdsHandler(&Variable) || any_of(Variable.users(), [](auto *By) {
           const auto *Copy = dyn_cast<MemTransferInst>(By);
           return Copy && holdsHandler(getUnderlyingObject(Copy->getRawDest()));
         });
}

/// Of \p V, a function or what holds one.
static bool isInstalled(const Value &V) {
  return any_of(V.users(), [](const User *By) {
    if (const auto *Call = dyn_cast<CallBase>(By))
      return takesHandler(Call->getCalledFunction());
    if (const auto *Store = dyn_cast<StoreInst>(By))
      return holdsHandler(getUnderlyingObject(Store->getPointerOperand()));
    if (const auto *Variable = dyn_cast<GlobalVariable>(By))
      return holdsHandlerOrIsCopied(*Variable);
    return isa<Constant>(By) && !isa<GlobalValue>(By) && isInstalled(*By);
  });
}

bool anomalloc::isSignalHandler(const Function &F) { return isInstalled(F); }
