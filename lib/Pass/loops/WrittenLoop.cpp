//===- WrittenLoop.cpp - a loop as clang writes it ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "loops/WrittenLoop.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

Directives anomalloc::findDirectives(const Function &F) {
  Directives Found;
  for (const Instruction &I : instructions(F))
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *Callee = Call->getCalledFunction();
          Callee && Callee->getName().starts_with("__kmpc_"))
        if (const DILocation *At = Call->getDebugLoc().get())
          Found.insert(At);
  return Found;
}

WrittenLoop::WrittenLoop(const Loop &L, const DominatorTree &DT,
                         const Directives &Shared)
    : L(L), DT(DT) {
  for (BasicBlock *Latch : predecessors(L.getHeader()))
    if (L.contains(Latch) && Latch->getTerminator()->getMetadata("llvm.loop"))
      End = Latch;
  if (!End)
    return;
  for (const MDOperand &O :
       End->getTerminator()->getMetadata("llvm.loop")->operands())
    if (!Start)
      Start = dyn_cast_or_null<DILocation>(O.get());
  IsShared = Shared.contains(Start);
}

/// The condition has the place of the statement, or of the jump back.
static bool isAt(const BranchInst &Branch, const DILocation *Place) {
  const DILocation *Its = Branch.getDebugLoc().get();
  return Its && Place && Its->getLine() == Place->getLine() &&
         Its->getColumn() == Place->getColumn();
}

BranchInst *WrittenLoop::condition() const {
  // A loop by goto, or do ... while.
  if (!End || End->getTerminator()->getNumSuccessors() != 1)
    return nullptr;
  if (!IsShared)
    return leavingBranch();
  // The condition has another place than the directive.
  auto *Branch = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
  bool IsCondition =
      Branch && Branch->isConditional() && L.contains(Branch->getSuccessor(0));
  return IsCondition ? Branch : nullptr;
}

BranchInst *WrittenLoop::leavingBranch() const {
  // What each iteration passes, from its end on upwards.
  BranchInst *Leaving = nullptr, *Other = nullptr;
  bool LeavesFirst = false;
  const DomTreeNode *Node = DT.getNode(End);
  for (; Node && L.contains(Node->getBlock()); Node = Node->getIDom()) {
    auto *Branch = dyn_cast<BranchInst>(Node->getBlock()->getTerminator());
    if (!Branch || Branch->isUnconditional())
      continue;
    bool Stays[] = {L.contains(Branch->getSuccessor(0)),
                    L.contains(Branch->getSuccessor(1))};
    if (Start && !isAt(*Branch, Start) &&
        !isAt(*Branch, End->getTerminator()->getDebugLoc().get()))
      continue;
    if (Stays[0] && Stays[1]) {
      Other = Branch; // It leaves by way of a destructor.
      continue;
    }
    Leaving = Branch;
    LeavesFirst = !Stays[0];
  }
  if (!Leaving)
    return Start ? Other : nullptr;
  // `if (...) break;`
  return LeavesFirst ? nullptr : Leaving;
}
