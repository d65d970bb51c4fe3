//===- Activations.cpp - functions tell that they run ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/Activations.h"
#include "anomalloc/Abi.h"
#include "record/Exits.h"
#include "record/Landings.h"
#include "record/Record.h"
#include "sites/Chain.h"
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
