//===- Describe.cpp - what is known of a site -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/Describe.h"
#include "loops/LoopRows.h"
#include "sites/Chain.h"
#include "sites/SiteIds.h"
#include "sites/SiteMetadata.h"
#include "sites/TypeOfSite.h"
#include "verdicts/Verdicts.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

/// A heap or pool site of constant size owns one counter; one of dynamic size
/// two; the number of a leading site only names it (anomalloc/SiteTable.h).
static unsigned slotsOf(const FoundSite &Site) {
  return Site.What.Family == SiteFamily::Leading || Site.ConstantSize ? 1 : 2;
}

/// The optimizer may have made one iteration of a loop by itself, where the
/// size is constant. That it fits the stack there is no advice for the line.
static void agreeOnStack(ArrayRef<unsigned> Rows, UnitTable &Table) {
  const BlockVerdict *Worst = nullptr;
  for (unsigned Row : Rows)
    if (const auto &Its = Table.Sites[Row].Proved; Its && !Its->FitsStack)
      Worst = &*Its;
  if (!Worst)
    return;
  for (unsigned Row : Rows)
    if (auto &Its = Table.Sites[Row].Proved; Its && Its->FitsStack)
      if (Its->FitsStack = false; Its->Obstacle == VerdictObstacle::None)
        Its->Obstacle = Worst->Obstacle;
}

/// The blocks of \p F from which each path ends in a call that does not return.
static SmallPtrSet<const BasicBlock *, 8>
blocksWithoutReturn(const Function &F) {
  SmallPtrSet<const BasicBlock *, 8> Found;
  auto IsFound = [&](const BasicBlock *B) { return Found.contains(B); };
  for (const BasicBlock *B : post_order(&F)) {
    const Instruction *Last = B->getTerminator();
    const auto *Invoke = dyn_cast<InvokeInst>(Last);
    if (Invoke ? IsFound(Invoke->getNormalDest())
               : isa<UnreachableInst>(Last) ||
                     (succ_size(B) && all_of(successors(B), IsFound)))
      Found.insert(B);
  }
  return Found;
}

void anomalloc::heedSource(const CallBase &Call, LoopRows &Loops,
                           SiteProof &Proof) {
  if (Proof.Life != BlockLife::Iteration || Loops.areAsInSource(Call))
    return;
  Proof.Life = BlockLife::Call;
  Proof.KeptAround = nullptr;
  if (Proof.Obstacle.Why == VerdictObstacle::None)
    Proof.Obstacle = {VerdictObstacle::NextIteration, &Call};
}

SmallVector<unsigned, 4>
anomalloc::describeSites(const Function &F, ArrayRef<FoundSite> Sites,
                         LoopRows &Loops, UnitTable &Table,
                         ChainBuilder &Chains, TypeFinder &Types,
                         const SiteProofs &Proofs, SiteIds &Ids) {
  SmallVector<unsigned, 4> RowOfSite;
  const auto WithoutReturn = blocksWithoutReturn(F);

  std::map<CallPlace, SmallVector<unsigned, 1>> RowsAt;
  auto Prove = [&](const CallBase &Call, SiteTable::Site &Row) {
    auto Its = Proofs.find(&Call);
    if (Its == Proofs.end())
      return;
    SiteProof Proof = Its->second;
    heedSource(Call, Loops, Proof);
    Row.Proved = toVerdict(Proof, Table, Chains);
    if (Proof.KeptAround)
      Row.KeptAround = Loops.row(*Proof.KeptAround);
  };

  for (auto [Index, Site, Name] : enumerate(Sites, Ids.of(F, Sites))) {
    CallBase &Call = *Site.Call;
    std::optional<LoopRowIndex> Loop = Loops.innermost(Call);
    const bool NeverReturns = WithoutReturn.contains(Call.getParent());
    if (Name.First != Index) {
      RowOfSite.push_back(RowOfSite[Name.First]);
      SiteTable::Site &Row = Table.Sites[RowOfSite.back()];
      // A peeled iteration is not the whole story.
      if (loopDepth(Loop, Table) > loopDepth(Row.InnermostLoop, Table))
        Row.InnermostLoop = Loop;
      Row.NeverReturns &= NeverReturns;
      if (SiteTable::Site Copy; Row.Proved) {
        Prove(Call, Copy);
        Row.Proved->keepCommon(*Copy.Proved);
      }
      continue;
    }

    Chain C = Chains.chain(F, Call.getDebugLoc().get());
    SiteTable::Site Row;
    Row.Id = Name.Id;
    Row.Family = Site.What.Family;
    Row.Space = Site.What.Space;
    Row.Callee = Table.string(Name.Callee);
    Row.Function = Chains.function(F);
    Row.InnermostFrame = C.Innermost;
    Row.UserFrame = C.UserFrame;
    Row.InnermostLoop = Loop;
    if (Site.What.Family != SiteFamily::Leading)
      Row.Type = Table.string(Types.typeOf(Call));
    Row.ConstantSize = Site.ConstantSize;
    Row.NeverReturns = NeverReturns;
    Prove(Call, Row);
    Row.Slot = Table.takeSlots(slotsOf(Site));
    RowOfSite.push_back(Table.Sites.size());
    Table.Sites.push_back(Row);
    RowsAt[placeOf(Call)].push_back(RowOfSite.back());
    Table.InMakersAlone.push_back(!C.Change);
  }
  for (const auto &[Place, Rows] : RowsAt)
    agreeOnStack(Rows, Table);
  return RowOfSite;
}
