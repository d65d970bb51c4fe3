//===- Landings.cpp - where control comes back by another way -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/Landings.h"
#include "record/Record.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

bool anomalloc::switchesStacks(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee &&
         is_contained({"swapcontext", "jump_fcontext", "ontop_fcontext"},
                      Callee->getName());
}

bool anomalloc::terminates(const LandingPadInst &Pad) {
  return any_of(*Pad.getParent(), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->getName() == "__clang_call_terminate";
  });
}

/// In front of what follows the calls that \p Matches.
static SmallVector<Instruction *, 2>
findBehind(Function &F, function_ref<bool(const CallBase &)> Matches) {
  SmallVector<CallBase *, 2> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && !isa<CallBrInst>(Call) && Matches(*Call))
      Calls.push_back(Call);
  SmallVector<Instruction *, 2> Behind;
  for (CallBase *Call : Calls)
    if (Instruction *After = insertionPointAfter(*Call))
      Behind.push_back(After);
  return Behind;
}

SmallVector<Instruction *, 2> anomalloc::findSecondReturns(Function &F) {
  return findBehind(F, [](const CallBase &Call) {
    return Call.hasFnAttr(Attribute::ReturnsTwice);
  });
}

SmallVector<Instruction *, 2> anomalloc::findSwitches(Function &F) {
  return findBehind(F, switchesStacks);
}
