//===- MakerGuards.cpp - which maker call is in progress ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/MakerGuards.h"
#include "Support/MakerNames.h"
#include "makers/MakerCalls.h"
#include "record/Exits.h"
#include "record/Jumps.h"
#include "record/Landings.h"
#include "record/Record.h"
#include "sites/FunctionKey.h"
#include "sites/SiteMetadata.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

namespace {

/// What else is done behind a place of a function.
class Behind {
public:
  /// \p Asks: whether an instruction asks for the caller's number.
  Behind(Function &F, function_ref<bool(const Instruction &)> Asks);

  /// Whether control may come to an instruction that asks, or to a return, from
  /// \p Block on, or, in it, from \p First on; null: from its end.
  bool asks(const BasicBlock &Block, const Instruction *First) const {
    return Asking.mayFollow(Block, First);
  }
  bool returns(const BasicBlock &Block, const Instruction *First) const {
    return Returning.mayFollow(Block, First);
  }

private:
  struct Places {
    SmallPtrSet<const Instruction *, 8> Instructions;
    SmallPtrSet<const BasicBlock *, 16> LeadThere; ///< From their begin.
    void close();
    bool mayFollow(const BasicBlock &Block, const Instruction *First) const;
  };

  Places Asking, Returning;
};

/// The work on one function.
class CallerGuard {
public:
  CallerGuard(Function &F, const CallerPlaces &Places, GlobalVariable *Callers,
              const MakerCalls &Makers, const TargetLibraryInfo &TLI,
              Recorder &Record)
      : F(F), Places(Places), Callers(Callers), Makers(Makers), TLI(TLI),
        Record(Record) {}

  void run();

private:
  enum class Then { PutBack, Forget };
  struct Place {
    Instruction *Behind; ///< A call or a pad.
    Then Do;
  };

  using BlockSet = SmallPtrSet<const BasicBlock *, 16>;

  void planPlaces();
  BlockSet reached() const;
  bool costsLessAtExits() const;
  void loadBefore(bool AtExits);
  void doAt(Instruction *Place, Then Do);

  Function &F;
  const CallerPlaces &Places;
  GlobalVariable *Callers;
  const MakerCalls &Makers;
  const TargetLibraryInfo &TLI;
  Recorder &Record;
  SmallVector<Place, 8> Plan;
  SmallVector<Instruction *, 4> SecondReturns;
  bool AsksBehind = false; ///< Behind one of the places.
  Value *Before = nullptr;
};

} // namespace

void Behind::Places::close() {
  SmallVector<const BasicBlock *, 16> Worklist;
  for (const Instruction *I : Instructions)
    Worklist.push_back(I->getParent());
  while (!Worklist.empty()) {
    const BasicBlock *Block = Worklist.pop_back_val();
    if (LeadThere.insert(Block).second)
      append_range(Worklist, predecessors(Block));
  }
}

Behind::Behind(Function &F, function_ref<bool(const Instruction &)> Asks) {
  for (Instruction &I : instructions(F)) {
    if (Asks(I))
      Asking.Instructions.insert(&I);
    if (isa<ReturnInst>(I))
      Returning.Instructions.insert(&I);
  }
  Asking.close();
  Returning.close();
}

bool Behind::Places::mayFollow(const BasicBlock &Block,
                               const Instruction *First) const {
  for (const Instruction *I = First; I; I = I->getNextNode())
    if (Instructions.contains(I))
      return true;
  return any_of(successors(&Block), [&](const BasicBlock *Next) {
    return LeadThere.contains(Next);
  });
}

void CallerGuard::planPlaces() {
  SmallPtrSet<const Instruction *, 8> Counting, Chains;
  for (const CountedCall &C : Places.Counting)
    (C.MayBeChain ? Chains : Counting).insert(C.Call);
  Behind Next(F, [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Places.Asks || Counting.contains(Call))
      return false;
    // What may be in a chain of jumps may be a jump: it hands the number on.
    return Chains.contains(Call) || hasSiteMetadata(*Call) ||
           Makers.asksForCaller(*Call);
  });
  auto Add = [&](Instruction &I, const Instruction *First, bool IsZero) {
    const BasicBlock &Block = *I.getParent();
    bool Asks = Next.asks(Block, First), Returns = Next.returns(Block, First);
    AsksBehind |= Asks;
    if (Asks || (Places.Keeps && Returns))
      Plan.push_back({&I, Then::PutBack});
    else if (!IsZero && Returns)
      Plan.push_back({&I, Then::Forget});
  };
  for (const CountedCall &C : Places.Counting)
    Add(*C.Call, C.Call->getNextNode(), /*IsZero=*/false);
  for (CallBase *C : Places.Changing)
    Add(*C, C->getNextNode(), /*IsZero=*/true);
  for (LandingPadInst *Pad : Places.Catches)
    Add(*Pad, Pad->getNextNode(), /*IsZero=*/false);
  for (Instruction *I : SecondReturns)
    Add(*I, I, /*IsZero=*/false);
}

/// In front of the first of \p Uses on every way, outside of loops. Of a pad:
/// in front of what may throw.
static Instruction *commonPlace(Function &F, ArrayRef<Instruction *> Uses) {
  DominatorTree DT(F);
  LoopInfo Loops(DT);
  auto InFrontOf = [&](const BasicBlock *Block) {
    return DT.getNode(Block)->getIDom()->getBlock()->getTerminator();
  };
  SmallVector<Instruction *, 8> Places;
  for (Instruction *Use : Uses)
    if (DT.isReachableFromEntry(Use->getParent()))
      Places.push_back(isa<LandingPadInst>(Use) ? InFrontOf(Use->getParent())
                                                : Use);
  BasicBlock *Common = &F.getEntryBlock();
  if (!Places.empty())
    Common = Places.front()->getParent();
  for (Instruction *Place : Places)
    Common = DT.findNearestCommonDominator(Common, Place->getParent());
  while (const Loop *L = Loops.getLoopFor(Common))
    Common = InFrontOf(L->getOutermostLoop()->getHeader())->getParent();
  Instruction *First = Common->getTerminator();
  for (Instruction *Place : Places)
    if (Place->getParent() == Common && Place->comesBefore(First))
      First = Place;
  return First;
}

void CallerGuard::loadBefore(bool AtExits) {
  SmallVector<Instruction *, 8> Uses;
  for (const Place &P : Plan)
    if (P.Do == Then::PutBack)
      Uses.push_back(P.Behind);
  for (const CountedCall &C : Places.Counting)
    if (C.MayBeChain)
      Uses.push_back(C.Call);
  if (Uses.empty())
    return;
  // What setjmp returns to twice must not depend on what came in between.
  Before =
      Record.loadCaller(AtExits || !SecondReturns.empty()
                            ? &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()
                            : commonPlace(F, Uses));
}

/// Whether \p Call grows a container, which it does seldom.
static bool isSlowPath(const Instruction &Call) {
  const auto *C = dyn_cast<CallBase>(&Call);
  const Function *Callee = C ? C->getCalledFunction() : nullptr;
  return Callee && isSlowPathName(linkageName(*Callee));
}

/// The blocks of the places, and those that control may come to from there.
CallerGuard::BlockSet CallerGuard::reached() const {
  BlockSet Reached;
  SmallVector<const BasicBlock *, 16> Worklist;
  for (const Place &P : Plan)
    Worklist.push_back(P.Behind->getParent());
  while (!Worklist.empty()) {
    const BasicBlock *Block = Worklist.pop_back_val();
    if (Reached.insert(Block).second)
      append_range(Worklist, successors(Block));
  }
  return Reached;
}

/// How often \p Block runs, if loops around it have two turns. Estimates take
/// each for one of 32, so that what a loop does in some turns alone seems
/// frequent. But most loops that make something have few.
static uint64_t timesInFewTurns(const BasicBlock &Block, const LoopInfo &Loops,
                                const BranchProbabilityInfo &Probabilities,
                                const BlockFrequencyInfo &Frequencies) {
  auto FrequencyOf = [&](const BasicBlock *B) {
    return double(Frequencies.getBlockFreq(B).getFrequency());
  };
  double Result = FrequencyOf(&Block);
  for (const Loop *L = Loops.getLoopFor(&Block); L; L = L->getParentLoop()) {
    const BasicBlock *Header = L->getHeader();
    double Turns = FrequencyOf(Header), Entries = 0;
    for (const BasicBlock *From : predecessors(Header))
      if (!L->contains(From)) {
        BranchProbability P = Probabilities.getEdgeProbability(From, Header);
        Entries += FrequencyOf(From) * P.getNumerator() / P.getDenominator();
      }
    Result *= std::min(1.0, 2 * Entries / Turns);
  }
  return uint64_t(Result);
}

bool CallerGuard::costsLessAtExits() const {
  if (AsksBehind || Plan.empty() || F.hasOptNone() ||
      any_of(Places.Counting,
             [](const CountedCall &C) { return C.MayBeChain; }))
    return false;
  DominatorTree DT(F);
  LoopInfo Loops(DT);
  auto IsInLoop = [&](const Place &P) {
    return Loops.getLoopFor(P.Behind->getParent());
  };
  if (Plan.size() == 1 && !IsInLoop(Plan.front()))
    return false;
  // With several, one or another runs in each turn.
  bool IsOneInLoop = Plan.size() == 1 && !F.hasProfileData();
  BranchProbabilityInfo Probabilities(F, Loops, &TLI, &DT);
  BlockFrequencyInfo Frequencies(F, Probabilities, Loops);
  uint64_t Behind = 0, AtExits = 0;
  for (const Place &P : Plan) {
    const BasicBlock &Block = *P.Behind->getParent();
    uint64_t Frequency =
        IsOneInLoop ? timesInFewTurns(Block, Loops, Probabilities, Frequencies)
                    : Frequencies.getBlockFreq(&Block).getFrequency();
    Behind += isSlowPath(*P.Behind) ? Frequency / 16 : Frequency;
  }
  for (const BasicBlock *Block : reached())
    if (isa<ReturnInst>(Block->getTerminator()))
      AtExits += Frequencies.getBlockFreq(Block).getFrequency();
  return AtExits < Behind;
}

void CallerGuard::doAt(Instruction *Place, Then Do) {
  if (Do == Then::PutBack)
    Record.putBackCaller(Place, Before);
  else
    Record.forgetCaller(Place);
}

void CallerGuard::run() {
  for (auto Find : {findSecondReturns, findSwitches})
    append_range(SecondReturns, Find(F));
  if (Places.Counting.empty() && Places.Changing.empty() &&
      Places.Catches.empty() && SecondReturns.empty())
    return;
  planPlaces();
  if (Places.Counting.empty() && Plan.empty())
    return;
  F.removeFnAttr(Attribute::Memory);
  F.removeFnAttr(Attribute::NoSync);
  bool AtExits = costsLessAtExits();
  loadBefore(AtExits);
  for (const CountedCall &C : Places.Counting) {
    // Made one with another line's call, it would have that one's place in a
    // stack, or none.
    C.Call->addFnAttr(Attribute::NoMerge);
    if (C.MayBeChain)
      keepChain(*cast<CallInst>(C.Call), Before, C.Slot, Record);
    Record.setCaller(*C.Call, *Callers, C.Number);
  }
  if (AtExits) {
    Then Do = Places.Keeps ? Then::PutBack : Then::Forget;
    SmallVector<Instruction *, 8> Exits = findExits(F, TLI); // Splits blocks.
    BlockSet Reached = reached();
    for (Instruction *Exit : Exits)
      if (Reached.contains(Exit->getParent()))
        doAt(Exit, Do);
    return;
  }
  for (const Place &P : Plan) {
    if (auto *Call = dyn_cast<CallBase>(P.Behind)) {
      if (Instruction *After = insertionPointAfter(*Call))
        doAt(After, P.Do);
    } else if (isa<LandingPadInst>(P.Behind)) {
      doAt(&*P.Behind->getParent()->getFirstInsertionPt(), P.Do);
    } else {
      doAt(P.Behind, P.Do);
    }
  }
}

void anomalloc::guardCaller(Function &F, const CallerPlaces &Places,
                            GlobalVariable *Callers, const MakerCalls &Makers,
                            const TargetLibraryInfo &TLI, Recorder &Record) {
  CallerGuard(F, Places, Callers, Makers, TLI, Record).run();
}
