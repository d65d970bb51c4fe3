//===- LastUse.cpp - whether an object is used again ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "objects/LastUse.h"
#include "Support/Demangle.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace anomalloc;

static bool isDestructor(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName().starts_with("_ZN") &&
         StringRef(FunctionName(Callee->getName()).base()).starts_with("~");
}

bool anomalloc::isUsedAfter(const Value &Base, const CallBase &Call) {
  SmallPtrSet<const Instruction *, 16> Uses;
  SmallPtrSet<const Instruction *, 4> Begins;
  SmallVector<const Value *, 8> Values = {&Base};
  SmallPtrSet<const Value *, 8> Known = {&Base};
  while (!Values.empty()) {
    const Value *V = Values.pop_back_val();
    for (const User *U : V->users()) {
      const auto *I = dyn_cast<Instruction>(U);
      if (!I)
        return true;
      if (const auto *Store = dyn_cast<StoreInst>(I);
          Store && Store->getValueOperand() == V)
        return true; // It may be used from where that was stored.
      if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(I)) {
        if (Known.insert(I).second)
          Values.push_back(I);
        continue;
      }
      if (const auto *Marker = dyn_cast<IntrinsicInst>(I);
          Marker && Marker->isLifetimeStartOrEnd()) {
        if (Marker->getIntrinsicID() == Intrinsic::lifetime_start)
          Begins.insert(I);
        continue;
      }
      if (const auto *Other = dyn_cast<CallBase>(I);
          Other && isDestructor(*Other))
        continue;
      Uses.insert(I);
    }
  }
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Blocks;
  /// True: a use was found; none: the way ends here.
  auto Walk = [&](const Instruction *I) {
    for (; I; I = I->getNextNode()) {
      if (Begins.contains(I))
        return false;
      if (Uses.contains(I))
        return true;
    }
    return false;
  };
  auto Goes = [&](const Instruction *From) {
    for (const Instruction *I = From; I; I = I->getNextNode())
      if (Begins.contains(I))
        return false;
    return true;
  };
  const Instruction *Next = Call.getNextNode();
  if (Walk(Next))
    return true;
  if (Goes(Next))
    append_range(Blocks, successors(Call.getParent()));
  while (!Blocks.empty()) {
    const BasicBlock *Block = Blocks.pop_back_val();
    if (!Seen.insert(Block).second)
      continue;
    if (Walk(&Block->front()))
      return true;
    if (Goes(&Block->front()))
      append_range(Blocks, successors(Block));
  }
  return false;
}
