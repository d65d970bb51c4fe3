//===- AccessPass.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/AccessPass.h"
#include "access/AccessCode.h"
#include "access/LoopAccesses.h"
#include "access/LoopMoments.h"
#include "access/SecondBody.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

static bool hasAccesses(Function &F) {
  SmallVector<BlockAccess, 2> Its;
  for (Instruction &I : instructions(F)) {
    findAccesses(I, Its);
    if (!Its.empty() || isa<MemIntrinsic>(I) || isComparison(I) ||
        findMaskedAccess(I))
      return true;
  }
  return false;
}

bool anomalloc::countAccesses(Module &M, ArrayRef<Function *> Functions,
                              FunctionAnalysisManager &FAM) {
  std::optional<AccessCode> Code;
  for (Function *F : Functions) {
    if (!hasAccesses(*F))
      continue;
    std::optional<SecondBody> Body = addSecondBody(*F);
    if (!Body)
      continue;
    if (!Code)
      Code.emplace(M);
    // It writes now (link-time optimization would believe that it does not).
    F->removeFnAttr(Attribute::Memory);
    F->removeFnAttr(Attribute::NoSync);
    FAM.invalidate(*F, PreservedAnalyses::none());
    DenseSet<Instruction *> Counted;
    std::optional<LoopMoments> Moments;
    if (!F->hasOptNone()) {
      Moments.emplace(*F, *Body, FAM.getResult<LoopAnalysis>(*F),
                      FAM.getResult<DominatorTreeAnalysis>(*F));
      Counted = countInFrontOfLoops(*F, *Body, *Code, *Moments, FAM);
    }
    for (BasicBlock *Block : Body->Blocks)
      Code->countAll(*Block, *Body, Counted, Moments ? &*Moments : nullptr);
    if (Moments)
      Moments->finish([&](Instruction *Before, Value *Pointer) {
        Code->noteMomentAt(Before, Pointer, *Body);
      });
    FAM.invalidate(*F, PreservedAnalyses::none());
  }
  return Code.has_value();
}
