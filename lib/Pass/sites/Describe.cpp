//===- Describe.cpp - what is known of a site -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/Describe.h"
#include "loops/LoopRows.h"
#include "sites/Chain.h"
#include "sites/Classify.h"
#include "sites/FunctionKey.h"
#include "sites/SiteMetadata.h"
#include "sites/TypeOfSite.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace anomalloc;

/// A heap or pool site of constant size owns one counter; one of dynamic size
/// two; the number of a leading site only names it (anomalloc/SiteTable.h).
static unsigned slotsOf(const FoundSite &Site) {
  return Site.What.Family == SiteFamily::Leading || Site.ConstantSize ? 1 : 2;
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

SmallVector<unsigned, 4>
anomalloc::describeSites(const Function &F, ArrayRef<FoundSite> Sites,
                         LoopRows &Loops, UnitTable &Table,
                         ChainBuilder &Chains, TypeFinder &Types) {
  SmallVector<unsigned, 4> RowOfSite;
  // Location, callee, constant size + 1.
  using CloneKey = std::tuple<const DILocation *, const Value *, uint64_t>;
  std::map<CloneKey, unsigned> Clones;
  StringMap<unsigned> Ordinals;
  const auto WithoutReturn = blocksWithoutReturn(F);

  for (const FoundSite &Site : Sites) {
    CallBase &Call = *Site.Call;
    const DILocation *Location = Call.getDebugLoc().get();
    std::optional<LoopRowIndex> Loop = Loops.innermost(Call);
    const bool NeverReturns = WithoutReturn.contains(Call.getParent());
    CloneKey Key(Location, Call.getCalledOperand(),
                 Site.ConstantSize ? *Site.ConstantSize + 1 : 0);
    if (Location) {
      auto [I, New] = Clones.try_emplace(Key, Table.Sites.size());
      if (!New) {
        RowOfSite.push_back(I->second);
        SiteTable::Site &Row = Table.Sites[I->second];
        // A peeled iteration is not the whole story.
        if (loopDepth(Loop, Table) > loopDepth(Row.InnermostLoop, Table))
          Row.InnermostLoop = Loop;
        Row.NeverReturns &= NeverReturns;
        continue;
      }
    }

    StringRef CalleeName;
    if (Call.getCalledFunction() || Site.What.Family == SiteFamily::Leading)
      CalleeName = askedFunction(Call);
    Chain C = Chains.chain(F, Location);
    std::string IdKey = C.Key + '\0' + CalleeName.str();
    unsigned Ordinal = Ordinals[IdKey]++;

    SiteTable::Site Row;
    Row.Id = xxh3_64bits(IdKey + '\0' + std::to_string(Ordinal));
    Row.Family = Site.What.Family;
    Row.Callee = Table.string(CalleeName);
    Row.Function = Chains.function(F);
    Row.InnermostFrame = C.Innermost;
    Row.UserFrame = C.UserFrame;
    Row.InnermostLoop = Loop;
    if (Site.What.Family != SiteFamily::Leading)
      Row.Type = Table.string(Types.typeOf(Call));
    Row.ConstantSize = Site.ConstantSize;
    Row.NeverReturns = NeverReturns;
    Row.Slot = Table.takeSlots(slotsOf(Site));
    RowOfSite.push_back(Table.Sites.size());
    Table.Sites.push_back(Row);
    Table.InMakersAlone.push_back(!C.Change);
  }
  return RowOfSite;
}
