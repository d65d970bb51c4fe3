//===- Verdicts.cpp - what is proved of the blocks of a site --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "verdicts/Verdicts.h"
#include "sites/Chain.h"
#include "sites/Classify.h"
#include "sites/SiteFinder.h"
#include "verdicts/SizeOfCall.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

/// A larger block does not fit a frame of the stack. The anomaly
/// stack-candidate has the same limit.
static constexpr uint64_t MostOnStack = 4096;

CallSource anomalloc::sourceOf(const CallBase &Call) {
  const DILocation *At = Call.getDebugLoc().get();
  return {Call.getCalledOperand(), At ? At->getLine() : 0,
          At ? At->getColumn() : 0,
          At ? At->getScope()->getSubprogram() : nullptr,
          At ? At->getInlinedAt() : nullptr};
}

void VerdictFinder::judge(const Function &F, ArrayRef<FoundSite> Sites,
                          const LoopInfo &Loops, ScalarEvolution *SE,
                          SiteProofs &Proofs) {
  if (Sites.empty() || F.hasOptNone() || mayRunTwice(F))
    return;
  SourceCopies CopiesOf;
  for (const FoundSite &Site : Sites)
    CopiesOf[sourceOf(*Site.Call)].push_back(Site.Call);
  for (const FoundSite &Site : Sites)
    if (Site.What.Family == SiteFamily::Heap &&
        Site.Call->getType()->isPointerTy())
      Proofs[Site.Call] =
          judge(Site, CopiesOf[sourceOf(*Site.Call)], Loops, SE);
}

static void tellReaders(const EscapeFinder::Escape &Escape, SiteProof &Proof) {
  if (Escape.Readers.empty())
    return;
  SmallPtrSet<const Value *, 2> Functions;
  for (const CallBase *Call : Escape.Readers)
    Functions.insert(Call->getCalledOperand());
  Proof.FirstReader = Escape.Readers.front();
  Proof.Readers = Functions.size();
}

SiteProof VerdictFinder::judge(const FoundSite &Site,
                               ArrayRef<const CallBase *> Copies,
                               const LoopInfo &Loops, ScalarEvolution *SE) {
  CallBase &Call = *Site.Call;
  SiteProof Proof;
  EscapeFinder::Escape Escape = Escapes.ofBlock(Call);
  const Loop *Innermost = Loops.getLoopFor(Call.getParent());
  LivePaths Live = Paths.fromSite(Call, Copies, Escape.Holders, Innermost);
  SizeOfCall Size(Call, Site.What.Size, SE);
  Proof.SizeBound = Size.bound();

  const bool EndsInCall = Live.IsFreed && !Live.Returns && !Live.Throws;
  const bool OneAtATime = !Live.LeavesIteration && !Live.MeetsNext;
  Proof.Life = !EndsInCall               ? BlockLife::Open
               : Innermost && OneAtATime ? BlockLife::Iteration
                                         : BlockLife::Call;
  tellReaders(Escape, Proof);
  Proof.Obstacle = Escape.Reason;
  if (Escape.Reason.Why != VerdictObstacle::None)
    return Proof;
  Proof.Obstacle = Live.First;
  if (!EndsInCall && Proof.Obstacle.Why == VerdictObstacle::None)
    Proof.Obstacle = {VerdictObstacle::NotFreed, &Call};
  // What is resized keeps its contents.
  if (!EndsInCall || resizesBlock(Call))
    return Proof;
  Proof.FitsStack = OneAtATime && Proof.SizeBound &&
                    *Proof.SizeBound <= MostOnStack && Size.hasUsualAlignment();
  if (Proof.Life == BlockLife::Iteration)
    for (const Loop *L = Innermost; L && Size.isInvariantIn(*L);
         L = L->getParentLoop())
      Proof.KeptAround = L;
  if (!Proof.FitsStack && !Proof.KeptAround && OneAtATime)
    Proof.Obstacle = {VerdictObstacle::SizeVaries, &Call};
  return Proof;
}

/// What the code at \p At does to the address, by name: the callee of a call.
static StringRef nameAt(const Instruction &At) {
  const auto *Call = dyn_cast<CallBase>(&At);
  return Call ? askedFunction(*Call) : StringRef();
}

BlockVerdict anomalloc::toVerdict(const SiteProof &Proof, UnitTable &Table,
                                  ChainBuilder &Chains) {
  BlockVerdict V;
  V.Life = Proof.Life;
  V.FitsStack = Proof.FitsStack;
  V.CanBeKept = Proof.KeptAround;
  V.SizeBound = Proof.SizeBound;
  if (Proof.FirstReader)
    V.Readers =
        BlockReaders{Table.string(nameAt(*Proof.FirstReader)), Proof.Readers};
  V.Obstacle = Proof.Obstacle.Why;
  if (const Instruction *At = Proof.Obstacle.At) {
    if (V.Obstacle != VerdictObstacle::SizeVaries)
      V.Name = Table.string(nameAt(*At));
    if (const DILocation *Place = Chains.userPlace(At->getDebugLoc().get())) {
      V.File = Table.string(Chains.file(Place->getFile()));
      V.Line = Place->getLine();
      V.Column = Place->getColumn();
    }
  }
  return V;
}
