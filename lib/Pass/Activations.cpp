//===- Activations.cpp - functions tell that they run ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Activations.h"
#include "Chain.h"
#include "Landings.h"
#include "Record.h"
#include "anomalloc/Abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace anomalloc;

bool TellingFunctions::tells(const Function &F) const {
  return OfUser.contains(&F) &&
         !(OfLibrary.contains(&F) && Chains.isLibraryFunction(F));
}

//===----------------------------------------------------------------------===//
// Where a function is left
//===----------------------------------------------------------------------===//

/// Whether \p Returned, what is returned behind \p Call, leaves the call free
/// to become a jump.
static bool passesOn(const CallInst &Call, const Value *Returned) {
  return !Returned || isa<UndefValue>(Returned) ||
         Returned->stripPointerCasts() == &Call;
}

/// The call in front of \p End that may become a jump, if \p Returned is what
/// the function returns then.
static CallInst *tailCallBefore(Instruction &End, const Value *Returned,
                                const TargetLibraryInfo &TLI) {
  Instruction *I = &End;
  do
    I = I->getPrevNode();
  while (I && (I->isDebugOrPseudoInst() || I->isLifetimeStartOrEnd() ||
               isa<BitCastInst>(I) || isa<AssumeInst>(I)));
  auto *Call = dyn_cast_or_null<CallInst>(I);
  // A function that is never entered twice adds one frame to a chain of jumps.
  if (!Call || End.getFunction()->doesNotRecurse() || !Call->isTailCall() ||
      isa<IntrinsicInst>(Call) || Call->isInlineAsm() ||
      getFreedOperand(Call, &TLI) || switchesStacks(*Call) ||
      !passesOn(*Call, Returned))
    return nullptr;
  return Call;
}

/// Whether nothing but a return stands in its block, so that calls in front of
/// it may still become jumps.
static bool isAlone(const ReturnInst &Return) {
  for (const Instruction &I : *Return.getParent())
    if (!isa<PHINode>(I) && !I.isDebugOrPseudoInst() &&
        !I.isLifetimeStartOrEnd())
      return &I == &Return;
  return false;
}

/// In front of what the function is left; blocks may be split.
static SmallVector<Instruction *, 8> findExits(Function &F,
                                               const TargetLibraryInfo &TLI) {
  SmallVector<Instruction *, 8> Exits;
  SmallVector<ReturnInst *, 8> Returns;
  for (BasicBlock &Block : F) {
    if (auto *Resume = dyn_cast<ResumeInst>(Block.getTerminator()))
      Exits.push_back(Resume);
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      Returns.push_back(Return);
  }
  for (ReturnInst *Return : Returns) {
    BasicBlock *Block = Return->getParent();
    Value *Returned = Return->getReturnValue();
    if (CallInst *Must = Block->getTerminatingMustTailCall()) {
      Exits.push_back(Must);
      continue;
    }
    if (CallInst *Tail = tailCallBefore(*Return, Returned, TLI)) {
      Exits.push_back(Tail);
      continue;
    }
    SmallVector<CallInst *, 4> Tails;
    SmallSetVector<BasicBlock *, 4> Others;
    bool CanSplit = isAlone(*Return);
    for (BasicBlock *Before : predecessors(Block)) {
      Instruction *End = Before->getTerminator();
      CanSplit &= isa<BranchInst, SwitchInst, InvokeInst>(End);
      Value *Incoming =
          Returned ? Returned->DoPHITranslation(Block, Before) : nullptr;
      CallInst *Tail = isa<BranchInst>(End) && End->getNumSuccessors() == 1
                           ? tailCallBefore(*End, Incoming, TLI)
                           : nullptr;
      if (Tail)
        Tails.push_back(Tail);
      else
        Others.insert(Before);
    }
    if (!CanSplit || Tails.empty()) {
      Exits.push_back(Return);
      continue;
    }
    append_range(Exits, Tails);
    if (!Others.empty())
      Exits.push_back(
          SplitBlockPredecessors(Block, Others.getArrayRef(), ".anomalloc.left")
              ->getTerminator());
  }
  return Exits;
}

//===----------------------------------------------------------------------===//
// Where frames may have been skipped
//===----------------------------------------------------------------------===//

/// In front of what runs when frames were skipped.
static SmallVector<Instruction *, 8> findLandings(Function &F) {
  SmallVector<Instruction *, 8> Landings;
  for (BasicBlock &Block : F)
    if (auto *Pad = dyn_cast<LandingPadInst>(&*Block.getFirstNonPHIIt());
        Pad && !terminates(*Pad))
      Landings.push_back(&*Block.getFirstInsertionPt());
  append_range(Landings, findSecondReturns(F));
  return Landings;
}

//===----------------------------------------------------------------------===//
// Insertion
//===----------------------------------------------------------------------===//

namespace {

/// One function's activation.
class ActivationRecorder {
public:
  explicit ActivationRecorder(Function &F)
      : Tls(declareThreadLocal(*F.getParent(), "__anomalloc_activations",
                               sizeof(AnomallocActivations),
                               Align(alignof(AnomallocActivations)))) {}

  /// Loads Depth before \p Entry.
  void begin(Instruction *Entry);
  /// The function is entered: one more.
  void enter(Instruction *Entry);
  void leaveAt(Instruction *Exit) { setDepth(Exit, Outer); }
  void putRightAt(Instruction *Landing) {
    setDepth(Landing, Depth ? Depth : Outer);
  }
  /// What was entered meanwhile on other stacks has written over Entered.
  void forgetAt(Instruction *Switch) {
    RecordBuilder B(Switch, *Switch);
    B.CreateAlignedStore(ConstantPointerNull::get(B.getPtrTy()),
                         field(B, offsetof(AnomallocActivations, Entered)),
                         Align(8), /*isVolatile=*/true);
  }

private:
  Value *field(IRBuilderBase &B, size_t Offset) {
    return B.CreateConstInBoundsGEP1_64(
        B.getInt8Ty(), B.CreateThreadLocalAddress(Tls), Offset);
  }
  void setDepth(Instruction *Before, Value *To) {
    RecordBuilder B(Before, *Before);
    B.CreateAlignedStore(To, field(B, offsetof(AnomallocActivations, Depth)),
                         Align(8), /*isVolatile=*/true);
  }

  GlobalVariable *Tls;
  Value *Outer = nullptr, *Depth = nullptr;
};

} // namespace

void ActivationRecorder::begin(Instruction *Entry) {
  RecordBuilder B(Entry, *Entry);
  Outer = B.CreateAlignedLoad(
      B.getInt64Ty(), field(B, offsetof(AnomallocActivations, Depth)), Align(8),
      /*isVolatile=*/true);
}

void ActivationRecorder::enter(Instruction *Entry) {
  RecordBuilder B(Entry, *Entry);
  Depth = B.CreateAdd(Outer, B.getInt64(1));
  setDepth(Entry, Depth);
  Value *Entered = B.CreateAlignedLoad(
      B.getPtrTy(), field(B, offsetof(AnomallocActivations, Entered)), Align(8),
      /*isVolatile=*/true);
  Instruction *Tell = SplitBlockAndInsertIfThen(
      B.CreateIsNotNull(Entered), Entry, /*Unreachable=*/false,
      MDBuilder(B.getContext()).createUnlikelyBranchWeights());
  // After the new depth is set: a signal handler that comes in between has
  // another one, and its blocks are older than this activation.
  RecordBuilder T(Tell, *Entry);
  CallInst *Call = T.CreateCall(
      declareEvent(*Entry->getModule(), "__anomalloc_entered", T.getInt64Ty()),
      Depth);
  Call->setCallingConv(CallingConv::PreserveMost);
  Call->setDoesNotThrow();
}

/// Resolvers of indirect functions run before there are thread-local variables.
static bool isResolver(const Function &F) {
  return any_of(F.getParent()->ifuncs(), [&](const GlobalIFunc &I) {
    return I.getResolverFunction() == &F;
  });
}

/// Where the function's code begins. The entry block is split there, and what
/// has its place on the stack must stay in front.
static Instruction *entryOf(Function &F) {
  Instruction *Entry = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  for (Instruction &I : make_early_inc_range(
           make_range(Entry->getIterator(), F.getEntryBlock().end())))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && Alloca->isStaticAlloca())
      Alloca->moveBefore(F.getEntryBlock(), Entry->getIterator());
  return Entry;
}

bool anomalloc::recordActivations(Function &F, bool Tells,
                                  const TargetLibraryInfo &TLI) {
  if (isResolver(F))
    return false;
  SmallVector<Instruction *, 8> Landings = findLandings(F), Exits;
  SmallVector<Instruction *, 2> Switches = findSwitches(F);
  if (Tells)
    Exits = findExits(F, TLI);
  else if (Landings.empty() && Switches.empty())
    return false;
  F.removeFnAttr(Attribute::Memory);
  F.removeFnAttr(Attribute::NoSync);
  ActivationRecorder Record(F);
  Instruction *Entry = entryOf(F);
  Record.begin(Entry);
  if (Tells)
    Record.enter(Entry);
  for (Instruction *Landing : Landings)
    Record.putRightAt(Landing);
  for (Instruction *Switch : Switches) {
    Record.putRightAt(Switch);
    Record.forgetAt(Switch);
  }
  for (Instruction *Exit : Exits)
    Record.leaveAt(Exit);
  return true;
}
