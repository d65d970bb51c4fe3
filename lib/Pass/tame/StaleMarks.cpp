//===- StaleMarks.cpp - marks that no longer hold -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/StaleMarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace anomalloc;

bool anomalloc::saysMemoryStays(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && Call->getIntrinsicID() == Intrinsic::invariant_start;
  });
}

void anomalloc::forgetAliasing(Function &F) {
  for (Instruction &I : instructions(F)) {
    if (!I.mayReadOrWriteMemory())
      continue;
    I.setAAMetadata(AAMDNodes());
    I.setMetadata(LLVMContext::MD_invariant_group, nullptr);
    I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
    // That iterations of a loop touch different memory.
    I.setMetadata(LLVMContext::MD_access_group, nullptr);
    I.setMetadata(LLVMContext::MD_mem_parallel_loop_access, nullptr);
  }
}

void anomalloc::forgetTailCalls(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || Call->getTailCallKind() != CallInst::TCK_Tail)
      continue;
    // All blocks are freed by then.
    if (isa_and_nonnull<ReturnInst>(Call->getNextNode()))
      continue;
    // What leads to no variable of the frame.
    if (all_of(Call->args(), [](const Use &U) {
          return isa<Constant, Argument>(U) ||
                 U->getType()->isFloatingPointTy();
        }))
      continue;
    Call->setTailCallKind(CallInst::TCK_None);
  }
}
