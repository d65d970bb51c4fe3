//===- CallEdges.cpp - who calls whom, how deep in loops ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "calls/CallEdges.h"
#include "loops/LoopRows.h"
#include "sites/Classify.h"
#include "sites/FunctionKey.h"
#include "sites/SiteMetadata.h"
#include "sites/UnitTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

/// Libraries that call nothing of the program but what is passed to them.
static constexpr StringLiteral LibraryPrefixes[] = {
    "_ZSt",          "_ZNSt",
    "_ZNKSt",        "_ZNSo",
    "_ZNKSo",        "_ZNSi",
    "_ZNKSi",        "_ZNSaI",
    "_ZNSs",         "_ZNKSs",
    "_ZNSd",         "_ZdlPv",
    "_ZdaPv",        "__cxa_",
    "_Unwind_",      "__gxx_",
    "__gcc_",        "__kmpc_",
    "omp_",          "GOMP_",
    "pthread_",      "__asan_",
    "__tsan_",       "__ubsan_",
    "__msan_",       "__sanitizer_",
    "__anomalloc_",  "__clang_call_terminate",
    "__assert_fail", "__errno_location",
    "_ZTv",          "_ZTh"};

bool CallEdges::matters(const Function &Callee, const TargetLibraryInfo &TLI) {
  auto [I, New] = Known.try_emplace(&Callee, false);
  if (!New)
    return I->second;
  if (Callee.isIntrinsic())
    return false;
  StringRef Name = Callee.getName();
  if (Name == "__clang_call_terminate")
    return false;
  bool IsDeclaration =
      Callee.isDeclaration() || Callee.hasAvailableExternallyLinkage();
  LibFunc Library;
  if (IsDeclaration && (TLI.getLibFunc(Callee, Library) ||
                        isLeadingFunction(Name) || Callee.onlyReadsMemory() ||
                        any_of(LibraryPrefixes, [&](StringRef Prefix) {
                          return Name.starts_with(Prefix);
                        })))
    return false;
  return I->second = true;
}

bool anomalloc::leadsOut(const Function &F) {
  return F.isDeclaration() || F.isInterposable() ||
         F.hasAvailableExternallyLinkage();
}

void anomalloc::forEachCallee(const CallBase &Call,
                              function_ref<void(const Function &)> Tell) {
  auto TellOf = [&](const Value *V) {
    if (const auto *F = dyn_cast<Function>(V->stripPointerCastsAndAliases()))
      Tell(*F);
  };
  TellOf(Call.getCalledOperand());
  for (const Value *Argument : Call.args())
    if (isa<Constant>(Argument))
      TellOf(Argument);
}

void CallEdges::addFunction(const Function &F, ArrayRef<CallBase *> Calls,
                            Sites Its, function_ref<LoopRows &()> GetLoops,
                            const TargetLibraryInfo &TLI) {
  if (Its != Sites::None)
    SitesOf[&F] = Its;
  for (const CallBase *Call : Calls)
    forEachCallee(*Call, [&](const Function &Callee) {
      if (!matters(Callee, TLI))
        return;
      std::optional<LoopRowIndex> Loop = GetLoops().innermost(*Call);
      if (&Callee != &F || Loop)
        Edges[&F].insert({&Callee, Loop ? *Loop + 1 : 0});
    });
}

CallEdges::Functions
CallEdges::functionsThatLeadTo(SmallVector<const Function *, 32> Ends,
                               bool InNoLoop, const Functions &But) const {
  DenseMap<const Function *, SmallVector<const Function *, 4>> Callers;
  for (const auto &[Caller, Out] : Edges)
    for (const auto &[Callee, Loop] : Out) {
      if (!InNoLoop || !Loop)
        Callers[Callee].push_back(Caller);
      if (leadsOut(*Callee))
        Ends.push_back(Callee);
    }
  Functions Leading;
  while (!Ends.empty()) {
    const Function *F = Ends.pop_back_val();
    if (But.contains(F) || !Leading.insert(F).second)
      continue;
    if (auto I = Callers.find(F); I != Callers.end())
      append_range(Ends, I->second);
  }
  return Leading;
}

/// Whether somebody may call \p F whom its callers in the source do not tell.
static bool hasUnknownCallers(const Function &F) {
  return F.hasAddressTaken(/*PutOffender=*/nullptr, /*IgnoreCallbackUses=*/true,
                           /*IgnoreAssumeLikeCalls=*/true,
                           /*IgnoreLLVMUsed=*/true);
}

/// Those that can be called on a way that passes no loop: whatever loops the
/// other ways pass, the iterations around such a call are not known.
CallEdges::Functions CallEdges::functionsWithoutLoops(const Module &M) const {
  SmallVector<const Function *, 32> Worklist;
  for (const Function &F : M)
    if (F.getName() == "main" || hasUnknownCallers(F))
      Worklist.push_back(&F);
  Functions Without;
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    auto Out = Edges.find(F);
    if (!Without.insert(F).second || Out == Edges.end())
      continue;
    for (const auto &[Callee, Loop] : Out->second)
      if (!Loop)
        Worklist.push_back(Callee);
  }
  return Without;
}

void CallEdges::finish(const Module &M, UnitTable &Table,
                       SourceLoops &Loops) const {
  SmallVector<const Function *, 32> WithSites, InNoLoop;
  for (const auto &[F, Its] : SitesOf) {
    WithSites.push_back(F);
    if (Its == Sites::InNoLoop)
      InNoLoop.push_back(F);
  }
  const Functions Reaching =
      functionsThatLeadTo(WithSites, /*InNoLoop=*/false, /*But=*/{});
  // A loop around a call of another function is no site's.
  const Functions Needing = functionsThatLeadTo(InNoLoop, /*InNoLoop=*/true,
                                                functionsWithoutLoops(M));
  for (const auto &[Caller, Out] : Edges) {
    const uint64_t CallerHash = functionHash(*Caller);
    for (const auto &[Callee, RowPlusOne] : Out) {
      if (!Reaching.contains(Callee))
        continue;
      std::optional<LoopRowIndex> Loop;
      if (RowPlusOne)
        Loop = RowPlusOne - 1;
      Table.Edges.push_back(
          {CallerHash, functionHash(*Callee), loopDepth(Loop, Table), Loop});
      if (Loop && Needing.contains(Callee))
        Loops.count(*Loop);
    }
  }
  for (const Function &F : M)
    if (!F.isDeclaration() && Reaching.contains(&F) && hasUnknownCallers(F))
      Table.Edges.push_back({0, functionHash(F)});
  for (const GlobalAlias &Alias : M.aliases()) {
    const auto *F =
        dyn_cast<Function>(Alias.getAliasee()->stripPointerCastsAndAliases());
    if (F && !Alias.hasLocalLinkage() && Reaching.contains(F))
      Table.Edges.push_back({functionHash(Alias), functionHash(*F)});
  }
}
