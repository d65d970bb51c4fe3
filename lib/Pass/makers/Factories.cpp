//===- Factories.cpp - functions that return what they make ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "makers/Factories.h"
#include "Support/MakerNames.h"
#include "calls/CallEdges.h"
#include "makers/CallResults.h"
#include "makers/MakerMarks.h"
#include "objects/ClassMembers.h"
#include "objects/ValueFlow.h"
#include "sites/Chain.h"
#include "sites/FunctionKey.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <functional>

using namespace llvm;
using namespace anomalloc;

namespace {

class FactoryFinder {
public:
  FactoryFinder(Module &M, FunctionAnalysisManager &FAM, ChainBuilder &Chains,
                Classifier &Classify)
      : M(M), FAM(FAM), Chains(Chains), Classify(Classify) {}

  void run();

private:
  /// What a call is to the function that holds it.
  enum class Kind {
    Nothing, ///< It makes nothing, or what it makes is its callee's affair.
    Making,  ///< What it makes, it makes for that function.
    MayMake, ///< That is not known.
  };
  Kind kindOf(const CallBase &Call, const TargetLibraryInfo &TLI);
  void findAllocating();
  bool callersSeeOrGuess(const Function &F) const;
  ValueFlow flowOf(const Function &F, const Argument *Result);
  bool servesConstructors(const Function &F) const;
  bool fillsWhatCallersReturn(const Function &F);
  const Argument *resultOf(const Function &F);
  bool isFactory(Function &F);

  Module &M;
  FunctionAnalysisManager &FAM;
  ChainBuilder &Chains;
  Classifier &Classify;
  CallEdges Edges;
  /// Functions of the module in which something may be made.
  DenseSet<const Function *> Allocating;
  /// The function that is being asked: it is taken for a factory.
  const Function *Current = nullptr;
};

} // namespace

/// Calls that may allocate, as far as their declarations tell.
void FactoryFinder::findAllocating() {
  DenseMap<const Function *, SmallVector<const Function *, 4>> Callers;
  SmallVector<const Function *, 32> Worklist;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    const TargetLibraryInfo &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || isa<IntrinsicInst>(Call) || Call->isInlineAsm())
        continue;
      const Function *Callee = calleeOf(*Call);
      if (Callee && !Callee->isDeclaration())
        Callers[Callee].push_back(&F);
      else if (Classify.classify(*Call, TLI) ||
               (!Call->doesNotReturn() && !Call->onlyReadsMemory() &&
                (!Callee || Edges.matters(*Callee, TLI))))
        Worklist.push_back(&F);
    }
  }
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    if (!Allocating.insert(F).second)
      continue;
    if (auto I = Callers.find(F); I != Callers.end())
      append_range(Worklist, I->second);
  }
}

FactoryFinder::Kind FactoryFinder::kindOf(const CallBase &Call,
                                          const TargetLibraryInfo &TLI) {
  if (isa<IntrinsicInst>(Call) || Call.isInlineAsm() || Call.doesNotReturn())
    return Kind::Nothing;
  if (Classify.classify(Call, TLI))
    return Kind::Making;
  bool GivesPointer = Call.getType()->isPointerTy();
  const Function *Callee = calleeOf(Call);
  if (!Callee)
    return returnsObject(Call) ? Kind::Making
           : GivesPointer      ? Kind::MayMake
                               : Kind::Nothing;
  if (!Callee->isDeclaration() && !Allocating.contains(Callee))
    return Kind::Nothing;
  if (isOwnCode(*Callee))
    return Callee == Current || Chains.isMaker(*Callee) ? Kind::Making
                                                        : Kind::Nothing;
  if (!Edges.matters(*Callee, TLI) || Call.onlyReadsMemory())
    return Kind::Nothing;
  return Chains.isMaker(*Callee) || returnsObject(Call) ||
                 (GivesPointer && isFactoryName(linkageName(*Callee)))
             ? Kind::Making
             : Kind::Nothing;
}

ValueFlow FactoryFinder::flowOf(const Function &F, const Argument *Result) {
  const TargetLibraryInfo &TLI =
      FAM.getResult<TargetLibraryAnalysis>(const_cast<Function &>(F));
  return ValueFlow(
      Result,
      [this](const CallBase &Call) {
        const Function *Callee = calleeOf(Call);
        return Callee && Chains.isMaker(*Callee);
      },
      [this, &TLI](const CallBase &Call) {
        return kindOf(Call, TLI) != Kind::Nothing;
      });
}

bool FactoryFinder::callersSeeOrGuess(const Function &F) const {
  return F.hasLocalLinkage() || F.hasLinkOnceLinkage() || F.hasWeakLinkage() ||
         isFactoryName(linkageName(F));
}

/// Whether \p V is called through pointers that may stand anywhere. Tables of
/// virtual functions are looked up by lines that name what they call.
static bool hasAddressTaken(const Value &V) {
  return any_of(V.uses(), [](const Use &U) {
    if (const auto *Call = dyn_cast<CallBase>(U.getUser()))
      return !Call->isCallee(&U);
    if (const auto *Table = dyn_cast<GlobalVariable>(U.getUser()))
      return !Table->getName().starts_with("_ZTV");
    if (isa<GlobalAlias>(U.getUser()))
      return false;
    if (isa<Constant>(U.getUser()))
      return hasAddressTaken(*U.getUser());
    return true;
  });
}

/// The blocks from which the function returns: what is made on the way to an
/// exception is nobody's affair.
static DenseSet<const BasicBlock *> blocksThatReturn(const Function &F) {
  DenseSet<const BasicBlock *> Returning;
  SmallVector<const BasicBlock *, 16> Worklist;
  for (const BasicBlock &Block : F)
    if (isa<ReturnInst>(Block.getTerminator()))
      Worklist.push_back(&Block);
  while (!Worklist.empty()) {
    const BasicBlock *Block = Worklist.pop_back_val();
    if (Returning.insert(Block).second)
      append_range(Worklist, predecessors(Block));
  }
  return Returning;
}

/// Whether nobody but members of its class may call it, and in this module
/// makers alone do: constructors, as far as names tell. Another unit may hold
/// other members that do; that is rare.
bool FactoryFinder::servesConstructors(const Function &F) const {
  const DISubprogram *SP = F.getSubprogram();
  if (!SP || !isPrivateMember(*SP) || !F.arg_size() ||
      !F.getArg(0)->getType()->isPointerTy() || F.use_empty())
    return false;
  return all_of(F.uses(), [&](const Use &U) {
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    return Call && Call->isCallee(&U) &&
           isMakerName(linkageName(*Call->getFunction()));
  });
}

/// Whether \p F serves only functions of this module that give it an object of
/// their own and then return that object: what it puts there, they return.
bool FactoryFinder::fillsWhatCallersReturn(const Function &F) {
  if (!F.hasLocalLinkage() || !F.arg_size() ||
      !F.getArg(0)->getType()->isPointerTy() || F.use_empty())
    return false;
  return all_of(F.uses(), [&](const Use &U) {
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U) || !Call->arg_size() ||
        Call->getFunction() == &F)
      return false;
    const Type &Returned = *Call->getFunction()->getReturnType();
    if (!Returned.isPointerTy() && !isObjectInRegisters(Returned))
      return false;
    const auto *Local =
        dyn_cast<AllocaInst>(Call->getArgOperand(0)->stripInBoundsOffsets());
    return Local && flowOf(*Call->getFunction(), nullptr).isHandedOn(*Local);
  });
}

/// What the caller gave for the object that \p F returns, or that it is a part
/// of the making of; null if there is no such object.
const Argument *FactoryFinder::resultOf(const Function &F) {
  for (const Argument &A : F.args())
    if (A.hasStructRetAttr())
      return &A;
  return servesConstructors(F) || fillsWhatCallersReturn(F) ? F.getArg(0)
                                                            : nullptr;
}

bool FactoryFinder::isFactory(Function &F) {
  const Type &Returned = *F.getReturnType();
  if (F.isPresplitCoroutine() || !Allocating.contains(&F) || Chains.isMaker(F))
    return false;
  const Argument *Result = resultOf(F);
  if (!Result && !isObjectInRegisters(Returned) &&
      !(Returned.isPointerTy() && callersSeeOrGuess(F)))
    return false;
  // Through a pointer, one line calls many functions: theirs tell more.
  if (hasAddressTaken(F) && !isFactoryName(linkageName(F)))
    return false;
  const TargetLibraryInfo &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  Current = &F;
  ValueFlow Flow = flowOf(F, Result);
  DenseSet<const BasicBlock *> Returning = blocksThatReturn(F);
  bool Makes = false;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Returning.contains(Call->getParent()))
      continue;
    Kind What = kindOf(*Call, TLI);
    if (What == Kind::Nothing)
      continue;
    const Value *Object = objectOf(*Call);
    bool Leaves = Flow.leaves(*Call) || (Object && Flow.isInResult(*Object));
    if (const auto *Local = dyn_cast_or_null<AllocaInst>(
            Object ? Object->stripInBoundsOffsets() : nullptr))
      Leaves = Leaves || Flow.isHandedOn(*Local);
    if (const AllocaInst *Output = outputOf(*Call))
      for (const User *U : Output->users())
        Leaves |= isa<LoadInst>(U) && Flow.leaves(*U);
    if (Leaves)
      Makes |= calleeOf(*Call) != &F;
    else if (What == Kind::Making)
      return false;
  }
  return Makes;
}

void FactoryFinder::run() {
  findAllocating();
  CallGraph Graph(M);
  // Callees first.
  for (auto SCC = scc_begin(&Graph); !SCC.isAtEnd(); ++SCC)
    for (const CallGraphNode *Node : *SCC)
      if (Function *F = Node->getFunction(); F && isOwnCode(*F))
        if (isFactory(*F))
          Chains.markMaker(*F);
}

void anomalloc::markFactories(Module &M, FunctionAnalysisManager &FAM,
                              ChainBuilder &Chains, Classifier &Classify) {
  FactoryFinder(M, FAM, Chains, Classify).run();
}
