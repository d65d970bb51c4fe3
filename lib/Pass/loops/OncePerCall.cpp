//===- OncePerCall.cpp - what runs once per call of its function ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "loops/OncePerCall.h"
#include "calls/RecursionPass.h"
#include "loops/LoopRows.h"
#include "sites/FunctionKey.h"
#include "sites/UnitTable.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

WholeFunctions::WholeFunctions(const Module &M) {
  // A call that was inlined, and what it called: all locations of one have both
  // in common.
  DenseSet<std::pair<const DILocation *, const DISubprogram *>> Seen;
  SmallPtrSet<const DISubprogram *, 32> Found;
  auto Look = [&](const DILocation *At) {
    // The scope of the outermost one is the function itself.
    for (; At && At->getInlinedAt(); At = At->getInlinedAt()) {
      const DISubprogram *SP = At->getScope()->getSubprogram();
      if (!Seen.insert({At->getInlinedAt(), SP}).second)
        return;
      if (SP && Found.insert(SP).second)
        Inlined.insert(linkageName(*SP));
    }
  };
  for (const Function &F : M) {
    if (F.isDeclaration() || F.hasAvailableExternallyLinkage())
      continue;
    if (const DISubprogram *SP = F.getSubprogram())
      ++Bodies[linkageName(*SP)];
    for (const Instruction &I : instructions(F)) {
      Look(I.getDebugLoc().get());
      for (const DbgRecord &R : I.getDbgRecordRange())
        Look(R.getDebugLoc().get());
    }
  }
}

/// Whether other units may hold the body, too, and inline it.
static bool mayStandElsewhere(const Function &F) {
  if (F.hasFnAttribute(Attribute::NoInline) || F.hasLocalLinkage())
    return false;
  return !F.hasExternalLinkage() || F.hasFnAttribute(Attribute::InlineHint) ||
         F.hasFnAttribute(Attribute::AlwaysInline);
}

bool WholeFunctions::contains(const Function &F) const {
  const DISubprogram *SP = F.getSubprogram();
  // What is not optimized keeps its calls.
  return SP && (isMarkedNotRecursive(F) || F.hasOptNone()) &&
         !mayStandElsewhere(F) && !F.callsFunctionThatReturnsTwice() &&
         !F.isPresplitCoroutine() && !Inlined.contains(linkageName(*SP)) &&
         Bodies.lookup(linkageName(*SP)) == 1;
}

namespace {

/// The blocks of one function that run once in each call that returns.
class Ways {
public:
  Ways(const Function &F, const DominatorTree &DT) : DT(DT) {
    for (const BasicBlock &Block : F)
      if (isa<ReturnInst>(Block.getTerminator()) &&
          DT.isReachableFromEntry(&Block))
        Returns.push_back(&Block);
  }

  /// Of a call: that it returns.
  bool passOnce(const CallBase &Call) const {
    const BasicBlock *Block = Call.getParent();
    const auto *Invoke = dyn_cast<InvokeInst>(&Call);
    if (!Invoke)
      return passOnce(*Block);
    const BasicBlockEdge Normal(Block, Invoke->getNormalDest());
    return !Returns.empty() && DT.isReachableFromEntry(Block) &&
           all_of(Returns,
                  [&](auto *Return) { return DT.dominates(Normal, Return); }) &&
           !isInCycle(*Block);
  }
  bool passOnce(const BasicBlock &Block) const {
    return !Returns.empty() && DT.isReachableFromEntry(&Block) &&
           all_of(Returns,
                  [&](auto *Return) { return DT.dominates(&Block, Return); }) &&
           !isInCycle(Block);
  }

private:
  /// Loops that have several entries are no loops for LoopInfo.
  static bool isInCycle(const BasicBlock &Block) {
    SmallPtrSet<const BasicBlock *, 32> Seen;
    SmallVector<const BasicBlock *, 32> Left(successors(&Block));
    while (!Left.empty()) {
      const BasicBlock *Next = Left.pop_back_val();
      if (Next == &Block)
        return true;
      if (Seen.insert(Next).second)
        append_range(Left, successors(Next));
    }
    return false;
  }

  const DominatorTree &DT;
  SmallVector<const BasicBlock *, 4> Returns;
};

} // namespace

/// Null if nothing is allocated: the site counts blocks, not calls.
static bool mayAskForNone(const FoundSite &Site) {
  const Function *Callee = Site.Call->getCalledFunction();
  return Site.What.Shows != Success::Always &&
         (!Callee || linkageName(*Callee).contains("realloc"));
}

void anomalloc::markOncePerCall(const Function &F, ArrayRef<FoundSite> Sites,
                                ArrayRef<unsigned> Rows, LoopRows &Loops,
                                const DominatorTree &DT, UnitTable &Table) {
  const Ways All(F, DT);
  for (auto [Site, Row] : zip(Sites, Rows))
    Table.Sites[Row].OncePerCall =
        Site.What.Family == SiteFamily::Heap && !mayAskForNone(Site) &&
        count(Rows, Row) == 1 && All.passOnce(*Site.Call);
  for (auto [L, Row] : Loops.rows()) {
    const BasicBlock *Before = L->getLoopPreheader();
    Table.Loops[Row].OncePerCall =
        Table.Loops[Row].EntriesSlot && Before && All.passOnce(*Before);
  }
}
