//===- CallerKeepers.cpp - who leaves Caller as it was --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "makers/CallerKeepers.h"
#include "Support/MakerNames.h"
#include "calls/CallEdges.h"
#include "makers/CallResults.h"
#include "record/SignalHandlers.h"
#include "sites/Chain.h"
#include "sites/Classify.h"
#include "sites/FunctionKey.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

bool CallerKeepers::keepsByName(const Function &F) {
  return Chains.isLibraryFunction(F) || isMakerName(linkageName(F));
}

bool CallerKeepers::keeps(const Function &F) {
  auto [Known, New] = Keeps.try_emplace(&F, false);
  if (New)
    Known->second =
        keepsByName(F) || GivenAway.contains(&F) || isSignalHandler(F);
  return Known->second;
}

bool CallerKeepers::asks(const Function &F) {
  return Chains.isMaker(F) || keeps(F) || HandingOn.contains(&F);
}

void CallerKeepers::addFunction(Function &F, ArrayRef<CallBase *> Calls,
                                bool HasSites, const TargetLibraryInfo &TLI) {
  bool CallsMakers = HasSites;
  for (CallBase *C : Calls) {
    const Function *Callee = calleeOf(*C);
    bool RunsCallbacks = Callee && runsCallbacks(Callee->getName());
    bool Matters = !Callee || Edges.matters(*Callee, TLI);
    // What a library calls back that nobody guards against. Of a construct that
    // is no maker's, what asks has returned when it begins, or begins after it.
    if (RunsCallbacks ? Chains.isMaker(F) : !Matters)
      for (const Value *Argument : C->args())
        if (const auto *Given =
                dyn_cast<Function>(Argument->stripPointerCasts()))
          GivenAway.insert(Given);
    if (isa<CallBrInst>(C) || C->isMustTailCall() || C->doesNotReturn() ||
        C->onlyReadsMemory() || (!Matters && !RunsCallbacks))
      continue;
    CallsMakers |= Matters;
    if (Callee && keepsByName(*Callee) && !RunsCallbacks)
      continue;
    if (Callee && leadsOut(*Callee))
      Callee = nullptr;
    CallsOf[&F].push_back({C, Callee});
  }
  // Another unit's copy may call what was inlined here.
  if (CallsMakers && F.isWeakForLinker())
    leavesZero(F);
}

CallerKeepers::CallsByFunction CallerKeepers::finish() {
  DenseMap<const Function *, SmallVector<const Function *, 4>> Callers;
  SmallVector<const Function *, 32> Worklist(std::move(Zeroing));
  for (const auto &[F, Calls] : CallsOf)
    for (const Call &C : Calls)
      if (C.Callee)
        Callers[C.Callee].push_back(F);
      else
        Worklist.push_back(F);
  DenseSet<const Function *> Changing;
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    if (keeps(*F) || !Changing.insert(F).second)
      continue;
    if (auto I = Callers.find(F); I != Callers.end())
      append_range(Worklist, I->second);
  }
  CallsByFunction Result;
  for (const auto &[F, Calls] : CallsOf)
    if (asks(*F))
      for (const Call &C : Calls)
        if (!C.Callee || Changing.contains(C.Callee))
          Result[F].push_back(C.Instruction);
  return Result;
}
