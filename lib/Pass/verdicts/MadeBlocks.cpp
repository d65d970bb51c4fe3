//===- MadeBlocks.cpp - what is proved of calls of makers -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "verdicts/MadeBlocks.h"
#include "makers/CallResults.h"
#include "sites/SiteFinder.h"
#include "verdicts/EscapeWalk.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

static constexpr unsigned MostMakerLevels = 4;

/// What is thrown is not made for the caller.
static bool isExceptionObject(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName() == "__cxa_allocate_exception";
}

static MadeObject madeObjectOf(const CallBase &Call) {
  MadeObject Object;
  const Value *Address = objectOf(Call);
  if (!Address)
    return Object;
  for (unsigned I = 0, E = Call.arg_size(); I != E && Object.Number < 0; ++I)
    if (Call.getArgOperand(I) == Address)
      Object.Number = I;
  const DataLayout &Layout = Call.getModule()->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
  Object.Base = Address->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  Object.Offset = Offset.getSExtValue();
  return Object;
}

static BlockStart startOf(const CallBase &Call, const MadeObject &Object,
                          HandedBy By) {
  if (!By)
    return {&Call, std::nullopt};
  return {Object.Base, Object.Offset + *By};
}

/// Whether \p Object is a local variable that only its function, and functions
/// that it calls with a reference to it, can change. What others may change
/// holds nothing for sure.
static bool isOwnIn(const EscapeFinder::Escape &Escape, const Value &Object) {
  return isa<AllocaInst>(Object) && Escape.Holders.contains(&Object);
}

bool MadeBlockFinder::isOwn(const CallBase &Call, const MadeObject &Object) {
  return Object.Base &&
         isOwnIn(Escapes.ofObject(*Call.getFunction(), *Object.Base, {}),
                 *Object.Base);
}

static void giveUp(MadeBlocks &Made, EscapeReason Why) {
  Made.AreAllKnown = false;
  if (Made.First.Why == VerdictObstacle::None)
    Made.First = Why;
}

/// Follows one block in the function that makes it. False: it may stay
/// somewhere else than at the caller's.
bool MadeBlockFinder::addBlock(const CallBase &Call, BlockStart From,
                               const Value *Into, MadeBlocks &Made) {
  EscapeReason First;
  for (const Value *By : {static_cast<const Value *>(nullptr), Into}) {
    EscapeFinder::Escape Escape =
        From.Offset
            ? Escapes.ofObject(*Call.getFunction(), *From.V, {*From.Offset})
            : Escapes.ofBlock(Call, By);
    if (By)
      Escape.Holders.insert(By);
    if (Escape.Reason.Why != VerdictObstacle::None)
      First = Escape.Reason;
    if (From.Offset && From.V != By && !isOwnIn(Escape, *From.V))
      continue;
    LivePaths Live =
        Paths.handedOut(Call, *From.V, From.Offset, Escape.Holders, By);
    if (Live.Returns || Live.Throws ||
        !(Live.IsFreed || !Live.Handed.empty())) {
      if (Escape.Reason.Why == VerdictObstacle::None)
        First = Live.First;
      continue;
    }
    append_range(Made.Handed, Live.Handed);
    Made.NeedsObject |= By != nullptr;
    return true;
  }
  giveUp(Made, First);
  return false;
}

/// What is made in \p Call is made for the function that holds the call. It may
/// hand it on to its own caller.
void MadeBlockFinder::addCall(const CallBase &Call, const Value *Into,
                              MadeBlocks &Made) {
  const Function *Callee = Escapes.knownBody(Call);
  if (!Callee)
    return giveUp(Made, {});
  const MadeObject Object = madeObjectOf(Call);
  const MadeBlocks Inner = madeBy(*Callee, Object.Number);
  if (!Inner.AreAllKnown)
    return giveUp(Made, Inner.First);
  if (Inner.NeedsObject) {
    if (Object.Base == Into)
      Made.NeedsObject = true;
    else if (!isOwn(Call, Object))
      return giveUp(Made, {});
  }
  for (const SmallVector<HandedBy, 2> &Ways : Inner.Handed) {
    MadeBlocks Best;
    bool IsGood = any_of(Ways, [&](HandedBy By) {
      Best = MadeBlocks();
      return addBlock(Call, startOf(Call, Object, By), Into, Best);
    });
    if (!IsGood)
      return giveUp(Made, Best.First);
    append_range(Made.Handed, Best.Handed);
    Made.NeedsObject |= Best.NeedsObject;
  }
}

const MadeBlocks &MadeBlockFinder::madeBy(const Function &Callee, int Number) {
  // A recursive call finds that nothing is known.
  auto [I, New] = Known.try_emplace({&Callee, Number});
  if (!New || Levels >= MostMakerLevels)
    return I->second;
  ++Levels;
  const Value *Into = Number < 0 ? nullptr : Callee.getArg(Number);
  MadeBlocks Made;
  Made.AreAllKnown = true;
  for (const Instruction &Each : instructions(Callee)) {
    const auto *Call = dyn_cast<CallBase>(&Each);
    if (!Call || !Made.AreAllKnown)
      continue;
    if (const FoundSite *Site = SiteAt(*Call)) {
      if (isExceptionObject(*Call))
        continue;
      if (Site->What.Family != SiteFamily::Heap ||
          !Call->getType()->isPointerTy())
        giveUp(Made, {});
      else
        addBlock(*Call, {Call, std::nullopt}, Into, Made);
    } else if (MayMake(*Call)) {
      addCall(*Call, Into, Made);
    }
  }
  --Levels;
  return Known[{&Callee, Number}] = std::move(Made);
}

/// What becomes of one block that \p Call makes.
SiteProof MadeBlockFinder::judge(const CallBase &Call, BlockStart From,
                                 ArrayRef<const CallBase *> Copies,
                                 const Loop *Innermost) {
  SiteProof Proof;
  if (From.Offset && !isa<AllocaInst>(From.V)) {
    Proof.Obstacle = {keeperOf(*From.V), &Call};
    return Proof;
  }
  EscapeFinder::Escape Escape =
      From.Offset
          ? Escapes.ofObject(*Call.getFunction(), *From.V, {*From.Offset})
          : Escapes.ofBlock(Call);
  Proof.Obstacle = Escape.Reason;
  if (From.Offset && !isOwnIn(Escape, *From.V))
    return Proof;
  // The object may hold the block's end beside its beginning: their distance is
  // taken for a number here.
  if (From.Offset && Escape.Reason.Why == VerdictObstacle::Number)
    Proof.Obstacle = {};
  LivePaths Live =
      From.Offset ? Paths.fromObject(Call, Copies, *From.V, *From.Offset,
                                     Escape.Holders, Innermost)
                  : Paths.fromSite(Call, Copies, Escape.Holders, Innermost);
  if (Live.IsFreed && !Live.Returns && !Live.Throws)
    Proof.Life = Innermost && !Live.LeavesIteration && !Live.MeetsNext
                     ? BlockLife::Iteration
                     : BlockLife::Call;
  if (Proof.Life != BlockLife::Open)
    Proof.Obstacle = {};
  if (Proof.Obstacle.Why == VerdictObstacle::None)
    Proof.Obstacle = Live.First;
  if (Proof.Life == BlockLife::Open &&
      Proof.Obstacle.Why == VerdictObstacle::None)
    Proof.Obstacle = {VerdictObstacle::NotFreed, &Call};
  return Proof;
}

std::optional<SiteProof>
MadeBlockFinder::judge(const CallBase &Call, ArrayRef<const CallBase *> Copies,
                       const LoopInfo &Loops) {
  const Function *Callee = Escapes.knownBody(Call);
  if (!Callee)
    return std::nullopt;
  const MadeObject Object = madeObjectOf(Call);
  const MadeBlocks &Made = madeBy(*Callee, Object.Number);
  SiteProof Proof;
  Proof.Obstacle = Made.First;
  if (!Made.AreAllKnown && Made.First.Why != VerdictObstacle::None)
    return Proof;
  if (!Made.AreAllKnown || Made.Handed.empty())
    return std::nullopt;
  const Loop *Innermost = Loops.getLoopFor(Call.getParent());
  // Of all blocks what holds for each. Of the ways to one block the best.
  Proof.Life = BlockLife::Last;
  for (const SmallVector<HandedBy, 2> &Ways : Made.Handed) {
    std::optional<SiteProof> Best;
    for (HandedBy By : Ways) {
      SiteProof Its = judge(Call, startOf(Call, Object, By), Copies, Innermost);
      if (!Best || Its.Life > Best->Life)
        Best = Its;
    }
    if (Best->Life < Proof.Life || Proof.Obstacle.Why == VerdictObstacle::None)
      Proof.Obstacle = Best->Obstacle;
    Proof.Life = std::min(Proof.Life, Best->Life);
  }
  if (Made.NeedsObject && !isOwn(Call, Object)) {
    Proof.Life = BlockLife::Open;
    if (Proof.Obstacle.Why == VerdictObstacle::None)
      return std::nullopt;
  }
  return Proof;
}

void MadeBlockFinder::judge(const Function &F, ArrayRef<CallBase *> Calls,
                            const LoopInfo &Loops, SiteProofs &Proofs) {
  if (F.hasOptNone() || mayRunTwice(F))
    return;
  SourceCopies CopiesOf;
  SmallVector<const CallBase *, 4> Judged;
  for (const CallBase *Call : Calls)
    if (!SiteAt(*Call) && MayMake(*Call) && Escapes.knownBody(*Call)) {
      CopiesOf[sourceOf(*Call)].push_back(Call);
      Judged.push_back(Call);
    }
  for (const CallBase *Call : Judged)
    if (std::optional<SiteProof> Its =
            judge(*Call, CopiesOf[sourceOf(*Call)], Loops))
      Proofs[Call] = *Its;
}
