//===- MakerCalls.cpp - who calls makers ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "makers/MakerCalls.h"
#include "Support/MakerNames.h"
#include "calls/CallEdges.h"
#include "makers/CallResults.h"
#include "record/Activations.h"
#include "record/Jumps.h"
#include "sites/Chain.h"
#include "sites/FunctionKey.h"
#include "sites/SiteFinder.h"
#include "sites/SourceNames.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace anomalloc;

/// Whether this unit's own code of \p F tells what it does.
static bool isKnown(const Function &F) {
  return !F.isDeclaration() && !F.hasAvailableExternallyLinkage() &&
         !F.isInterposable();
}

/// Whether \p F was compiled so that small templates stay out of line. Then the
/// C++ library's own code runs the program's copies of them, sites and all:
/// of std::allocator<char>, for one.
static bool keepsTemplates(const Function &F) {
  return F.hasOptNone() || F.hasOptSize();
}

MakerCalls::Answer MakerCalls::asksMaker(const CallBase &Call,
                                         const Function *Callee,
                                         const TargetLibraryInfo &TLI) {
  if (isa<CallBrInst>(Call) || Call.doesNotReturn() || Call.onlyReadsMemory())
    return Answer::No;
  bool GivesPointer = Call.getType()->isPointerTy();
  if (!Callee)
    return GivesPointer || returnsObject(Call) ? Answer::Maybe : Answer::No;
  if (!Edges.matters(*Callee, TLI))
    return keepsTemplates(*Call.getFunction()) && !isKnown(*Callee) &&
                   isLibraryName(Callee->getName())
               ? Answer::Maybe
               : Answer::No;
  if (Chains.isMaker(*Callee))
    return Answer::Yes;
  if (isKnown(*Callee))
    return handsCallerOn(*Callee, TLI) ? Answer::Maybe : Answer::No;
  if (returnsObject(Call) || (GivesPointer && Callee->returnDoesNotAlias()))
    return Answer::Maybe;
  return GivesPointer && isFactoryName(linkageName(*Callee)) ? Answer::Maybe
                                                             : Answer::No;
}

/// A chain of jumps needs no stack: it stays one, but for makers, which do not
/// call on for ever.
static bool mustStayJump(const CallBase &Call, bool IsMaker) {
  return Call.isMustTailCall() ||
         (!IsMaker && !Call.getFunction()->doesNotRecurse() &&
          isInTailPosition(Call) && !canBeFirstOfChain(Call));
}

bool MakerCalls::handsCallerOn(const Function &F,
                               const TargetLibraryInfo &TLI) {
  // Of a cycle of jumps, those that leave it decide.
  auto [Known, New] = HandsOn.try_emplace(&F, false);
  if (!New)
    return Known->second;
  for (const BasicBlock &Block : F)
    for (const Instruction &I : Block) {
      const auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !isInTailPosition(*Call) || isa<IntrinsicInst>(Call))
        continue;
      Answer IsMaker = asksMaker(*Call, calleeOf(*Call), TLI);
      if (IsMaker != Answer::No && mustStayJump(*Call, IsMaker == Answer::Yes))
        return HandsOn[&F] = true;
    }
  return false;
}

void MakerCalls::addFunction(Function &F, ArrayRef<CallBase *> Calls,
                             ArrayRef<FoundSite> Sites, bool HoldsMakerSites,
                             function_ref<LoopInfo &()> GetLoops,
                             const TargetLibraryInfo &TLI) {
  if (HoldsMakerSites || (!Sites.empty() && Chains.isLibraryFunction(F)))
    Leading.insert(&F);
  DenseSet<const CallBase *> HeapCalls;
  for (const FoundSite &Site : Sites)
    if (Site.What.Family == SiteFamily::Heap ||
        (Site.What.Family == SiteFamily::Leading && !keepsTemplates(F)))
      HeapCalls.insert(Site.Call);
  LoopInfo *Loops = nullptr;
  for (CallBase *C : Calls) {
    const Function *Callee = calleeOf(*C);
    if (HeapCalls.contains(C))
      continue;
    Answer IsMaker = asksMaker(*C, Callee, TLI);
    if (IsMaker == Answer::No)
      continue;
    if (mustStayJump(*C, IsMaker == Answer::Yes)) {
      HandsOn[&F] = true;
      Asking.insert(C);
      continue;
    }
    if (!Loops)
      Loops = &GetLoops();
    bool MayBeChain =
        IsMaker == Answer::Maybe && !F.doesNotRecurse() && isInTailPosition(*C);
    CallsOf[&F].push_back(
        {C, Callee, Loops->getLoopDepth(C->getParent()), MayBeChain});
  }
}

/// Whether it is not known in this unit what \p C leads to.
bool MakerCalls::isOpen(const Call &C) const {
  return !C.Callee || !isKnown(*C.Callee) || HandsOn.lookup(C.Callee);
}

bool MakerCalls::leadsToSites(const Call &C) const {
  return isOpen(C) || Leading.contains(C.Callee);
}

/// A maker that calls one that leads to sites is one, too.
void MakerCalls::findLeading() {
  DenseMap<const Function *, SmallVector<const Function *, 4>> Callers;
  SmallVector<const Function *, 32> Worklist(Leading.begin(), Leading.end());
  for (const auto &[Caller, Calls] : CallsOf) {
    if (!Chains.isMaker(*Caller))
      continue;
    for (const Call &C : Calls)
      if (isOpen(C))
        Worklist.push_back(Caller);
      else
        Callers[C.Callee].push_back(Caller);
  }
  DenseSet<const Function *> Seen;
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    if (!Seen.insert(F).second)
      continue;
    Leading.insert(F);
    if (auto I = Callers.find(F); I != Callers.end())
      append_range(Worklist, I->second);
  }
}

bool MakerCalls::mayMake(const CallBase &Call, const TargetLibraryInfo &TLI) {
  return asksMaker(Call, calleeOf(Call), TLI) != Answer::No;
}

MakerCalls::CountedCalls MakerCalls::finish(UnitTable &Table,
                                            TellingFunctions &Telling,
                                            const CallVerdicts &Verdicts) {
  findLeading();
  CountedCalls Counting;
  Table.FirstCallerSlot = Table.NumSlots;
  // By callee and innermost frame: copies of one call share a row.
  std::map<std::pair<uint64_t, FrameIndex>, size_t> RowOf;
  for (const auto &[Caller, Calls] : CallsOf)
    for (const Call &C : Calls) {
      if (!leadsToSites(C))
        continue;
      Chain Way = Chains.chain(*Caller, C.Instruction->getDebugLoc().get());
      if (!Count || !Way.Change)
        Asking.insert(C.Instruction);
      // Whom a pointer leads to is not known: nobody could follow it.
      if (!C.Callee && !Way.Change)
        continue;
      if (C.Callee && isKnown(*C.Callee) && Chains.isLibraryFunction(*C.Callee))
        Telling.add(*Caller, Way.IsUserFrame);
      std::optional<BlockVerdict> Proved;
      if (auto Its = Verdicts.find(C.Instruction); Its != Verdicts.end())
        Proved = Its->second;
      uint64_t Callee = C.Callee ? functionHash(*C.Callee) : 0;
      auto [I, New] =
          RowOf.try_emplace({Callee, Way.Innermost}, Table.Calls.size());
      if (New) {
        SiteTable::Call Row;
        Row.Callee = Callee;
        Row.InnermostFrame = Way.Innermost;
        Row.UserFrame = Way.UserFrame;
        Row.IsUserFrame = Way.IsUserFrame;
        if (!C.Callee) {
          SourceName Its = Names.of(*C.Instruction);
          Row.Name = Table.string(Its.Name);
          Row.IsVirtual = Its.IsVirtual;
        }
        if (Count && Way.Change) {
          Row.Slot = Table.takeSlots(2);
          ++Table.NumCallers;
        }
        Row.Proved = Proved;
        Table.Calls.push_back(Row);
      }
      SiteTable::Call &Row = Table.Calls[I->second];
      keepCommon(Row.Proved, Proved);
      Row.LoopDepth = std::max(Row.LoopDepth, C.LoopDepth);
      if (Row.Slot)
        Counting[Caller].push_back({C.Instruction, *Row.Slot,
                                    (*Row.Slot - Table.FirstCallerSlot) / 2,
                                    C.LoopDepth != 0, C.MayBeChain});
    }
  return Counting;
}
