//===- KeptPlan.cpp - a block that a loop can use again -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/KeptPlan.h"
#include "sites/SiteFinder.h"
#include "verdicts/Escape.h"
#include "verdicts/SizeOfCall.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

/// More handlers of exceptions cost more than they save.
static constexpr unsigned MostThrowing = 64;
/// Values that a freed pointer is looked for behind.
static constexpr unsigned MostSources = 16;

bool anomalloc::mustStay(const CallBase &Free) {
  const auto *Call = dyn_cast<CallInst>(&Free);
  const Function *Callee = Free.getCalledFunction();
  return !Call || !Callee || Call->isMustTailCall() ||
         Call->hasOperandBundles() || !Call->getType()->isVoidTy() ||
         // Of a program's own functions it is not known what else they do.
         !(Callee->getName() == "free" || Callee->getName().starts_with("_Zd"));
}

/// Whether \p V is null or what \p Call returned, now or before.
static bool isOfCallOrNull(Value *V, const CallBase &Call) {
  SmallSetVector<Value *, MostSources> Sources;
  Sources.insert(V->stripPointerCasts());
  for (unsigned I = 0; I != Sources.size(); ++I) {
    if (Sources.size() > MostSources)
      return false;
    Value *From = Sources[I];
    if (auto *Phi = dyn_cast<PHINode>(From)) {
      for (Value *Incoming : Phi->incoming_values())
        Sources.insert(Incoming->stripPointerCasts());
    } else if (auto *Select = dyn_cast<SelectInst>(From)) {
      Sources.insert(Select->getTrueValue()->stripPointerCasts());
      Sources.insert(Select->getFalseValue()->stripPointerCasts());
    } else if (From != &Call && !isa<ConstantPointerNull>(From)) {
      return false;
    }
  }
  return true;
}

/// Finds the calls of \p L that may leave the function. False: they cannot be
/// given a handler.
static bool findThrowing(const Loop &L, const DenseSet<const CallBase *> &Gone,
                         const TargetLibraryInfo &Library, KeptPlan &Plan) {
  Function &F = *L.getHeader()->getParent();
  if (F.doesNotThrow())
    return true;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!I.mayThrow() || isa<InvokeInst>(I) || Gone.contains(Call))
        continue;
      // No exception leaves it ([new.delete], free(3)), marked or not. Some of
      // these calls go.
      if (Call && getFreedOperand(Call, &Library) && !mustStay(*Call))
        continue;
      if (!Call || isa<IntrinsicInst>(Call) || Call->isInlineAsm() ||
          Plan.Throwing.size() == MostThrowing)
        return false;
      Plan.Throwing.push_back(Call);
    }
  // A handler needs a language that has some.
  return Plan.Throwing.empty() || F.hasPersonalityFn() ||
         F.getParent()->getFunction("__gxx_personality_v0") ||
         Plan.What.Free.starts_with("_Z");
}

static bool findWaysOut(const Loop &L, KeptPlan &Plan) {
  SmallVector<BasicBlock *, 8> Exits;
  L.getExitBlocks(Exits);
  SmallSetVector<BasicBlock *, 8> Once(Exits.begin(), Exits.end());
  append_range(Plan.Exits, Once);
  return all_of(Plan.Exits, [](BasicBlock *Exit) {
    return Exit->getFirstInsertionPt() != Exit->end();
  });
}

std::optional<KeptPlan>
anomalloc::planKept(const FoundSite &Site, const RemovableCall &What,
                    const LoopInfo &Loops, ScalarEvolution *SE,
                    EscapeFinder &Escapes, const TargetLibraryInfo &Library,
                    const DenseSet<const CallBase *> &Gone) {
  CallBase &Call = *Site.Call;
  const Loop *Around = Loops.getLoopFor(Call.getParent());
  if (!Around || !SE || Call.getFunction()->hasMinSize())
    return std::nullopt;
  Around = Around->getOutermostLoop();
  SizeOfCall Size(Call, Site.What.Size, SE);
  if (Size.factors().empty())
    return std::nullopt;
  KeptPlan Plan;
  Plan.Call = &Call;
  Plan.What = What;
  Plan.SizeArgument = Site.What.Size->Size;
  append_range(Plan.Factors, Size.factors());
  Plan.SameSize = Size.isInvariantIn(*Around);

  Plan.Least = Size.least();
  Plan.Bound = Size.bound();
  Plan.Around = Around;
  Plan.Depth = Loops.getLoopDepth(Call.getParent());

  // All that may free the block, if that is known.
  EscapeFinder::Escape Escape = Escapes.ofBlock(Call);
  const bool Known = Escape.Reason.Why == VerdictObstacle::None &&
                     !Escape.MayBeFreedInside &&
                     none_of(Escape.Frees, [&](const CallBase *Free) {
                       return mustStay(*Free) || Gone.contains(Free);
                     });
  Plan.IsKnown = Known;
  // A block of another size must not be freed with that of the source.
  if (!Known && !Plan.SameSize)
    return std::nullopt;
  for (BasicBlock *Block : Around->blocks())
    for (Instruction &I : *Block) {
      auto *Free = dyn_cast<CallInst>(&I);
      Value *Freed = Free ? getFreedOperand(Free, &Library) : nullptr;
      if (!Freed || mustStay(*Free) || Gone.contains(Free))
        continue;
      if (Plan.SameSize && Freed->stripPointerCasts() == &Call)
        Plan.Exact.push_back(Free);
      else if (Known ? Escape.Frees.contains(Free)
                     : isOfCallOrNull(Freed, Call))
        Plan.Compared.push_back(Free);
    }
  if (Plan.Exact.empty() && Plan.Compared.empty())
    return std::nullopt;
  if (!Plan.SameSize)
    for (const CallBase *Free : Escape.Frees)
      if (Free->getCalledFunction()->getName().contains("Pvm"))
        Plan.Sized.push_back(const_cast<CallInst *>(cast<CallInst>(Free)));
  if (!findWaysOut(*Around, Plan) ||
      !findThrowing(*Around, Gone, Library, Plan))
    return std::nullopt;
  return Plan;
}
