//===- MakerGuards.cpp - which maker call is in progress ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakerGuards.h"
#include "Exits.h"
#include "Jumps.h"
#include "Landings.h"
#include "MakerCalls.h"
#include "Record.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

/// Whether every way on which \p F returns leads through \p Through.
static bool isOnEveryWay(const Function &F, const BasicBlock &Through) {
  DenseSet<const BasicBlock *> Seen = {&Through};
  SmallVector<const BasicBlock *, 16> Worklist = {&F.getEntryBlock()};
  while (!Worklist.empty()) {
    const BasicBlock *Block = Worklist.pop_back_val();
    if (!Seen.insert(Block).second)
      continue;
    const Instruction *End = Block->getTerminator();
    if (isa<ReturnInst>(End))
      return false;
    if (const auto *Invoke = dyn_cast<InvokeInst>(End))
      Worklist.push_back(Invoke->getNormalDest());
    else
      append_range(Worklist, successors(Block));
  }
  return true;
}

/// Whether it costs less to load Caller once and to put it back once.
static bool hasManyCalls(const Function &F, ArrayRef<CountedCall> Calls) {
  if (any_of(Calls, [](const CountedCall &C) { return C.IsInLoop; }))
    return true;
  constexpr size_t Enough = 2, MostAsked = 8;
  size_t Number = 0;
  for (const CountedCall &C : Calls.take_front(MostAsked))
    Number += isOnEveryWay(F, *C.Call->getParent());
  return Number >= Enough;
}

void anomalloc::recordMakerCalls(Function &F, ArrayRef<CountedCall> Calls,
                                 bool IsMaker, const TargetLibraryInfo &TLI,
                                 Recorder &Record) {
  // Made one with another line's call, it would have that one's place in a
  // stack, or none.
  for (const CountedCall &C : Calls)
    C.Call->addFnAttr(Attribute::NoMerge);
  auto SetCaller = [&](const CountedCall &C, Value *Before) {
    if (C.MayBeChain)
      keepChain(*cast<CallInst>(C.Call), Before, C.Slot, Record);
    Record.setCaller(*C.Call, C.Slot);
  };
  // A maker's own sites, and makers that it calls, ask for its caller between
  // these calls.
  if (IsMaker || !hasManyCalls(F, Calls)) {
    for (const CountedCall &C : Calls) {
      Value *Before = Record.loadCaller(C.Call);
      SetCaller(C, Before);
      if (Instruction *After = insertionPointAfter(*C.Call))
        Record.putBackCaller(After, Before);
    }
    return;
  }
  Value *Before =
      Record.loadCaller(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (const CountedCall &C : Calls)
    SetCaller(C, Before);
  for (Instruction *Exit : findExits(F, TLI))
    Record.putBackCaller(Exit, Before);
}

void anomalloc::keepCallers(ArrayRef<Function *> Functions,
                            ArrayRef<LandingPadInst *> Catches,
                            Recorder &Record) {
  MapVector<Function *, SmallVector<Instruction *, 4>> Landings;
  for (LandingPadInst *Pad : Catches)
    Landings[Pad->getFunction()].push_back(
        &*Pad->getParent()->getFirstInsertionPt());
  for (Function *F : Functions)
    for (auto Find : {findSecondReturns, findSwitches})
      if (SmallVector<Instruction *, 2> Found = Find(*F); !Found.empty())
        append_range(Landings[F], Found);
  for (auto &[F, Places] : Landings) {
    Value *Before =
        Record.loadCaller(&*F->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (Instruction *Place : Places)
      Record.putBackCaller(Place, Before);
  }
}
