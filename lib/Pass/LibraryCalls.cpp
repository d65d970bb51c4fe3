//===- LibraryCalls.cpp - who calls out-of-line library code --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"
#include "Activations.h"
#include "CallEdges.h"
#include "Chain.h"
#include "FunctionKey.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace anomalloc;

bool LibraryCalls::isLibrary(const Function &F) {
  auto [I, New] = Known.try_emplace(&F, false);
  if (New && !F.isDeclaration() && !F.hasAvailableExternallyLinkage())
    I->second = Chains.isLibraryFunction(F);
  return I->second;
}

void LibraryCalls::addFunction(const Function &F, ArrayRef<CallBase *> Calls,
                               bool HasSites,
                               function_ref<LoopInfo &()> GetLoops) {
  if (HasSites && isLibrary(F))
    Leading.insert(&F);
  LoopInfo *Loops = nullptr;
  for (const CallBase *C : Calls)
    forEachCallee(*C, [&](const Function &Callee) {
      if (&Callee == &F || !isLibrary(Callee))
        return;
      if (!Loops)
        Loops = &GetLoops();
      CallsOf[&Callee].push_back(
          {&F, C->getDebugLoc().get(), Loops->getLoopDepth(C->getParent())});
    });
}

void LibraryCalls::finish(UnitTable &Table, TellingFunctions &Telling) {
  for (unsigned I = 0; I != Leading.size(); ++I) { // It grows.
    const Function *Callee = Leading[I];
    MapVector<FrameIndex, LibraryCallRow> Rows;
    for (const Call &C : CallsOf[Callee]) {
      CallPlace Place = Chains.place(*C.Caller, C.Location);
      if (!Place.IsUserFrame)
        Leading.insert(C.Caller);
      Telling.add(*C.Caller, Place.IsUserFrame);
      LibraryCallRow &Row = Rows[Place.Frame];
      Row = {Place.Frame, Place.IsUserFrame,
             std::max(Row.LoopDepth, C.LoopDepth)};
    }
    std::vector<LibraryCallRow> &Out =
        Table.LibraryCalls[functionHash(*Callee)];
    for (const auto &[Frame, Row] : Rows)
      Out.push_back(Row);
    if (Out.empty())
      Table.LibraryCalls.pop_back();
  }
}
