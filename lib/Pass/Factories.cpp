//===- Factories.cpp - functions that return what they make ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Factories.h"
#include "CallEdges.h"
#include "Chain.h"
#include "FunctionKey.h"
#include "MakerMarks.h"
#include "Support/MakerNames.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

namespace {

/// Where the values of one function go. Memory of its own (an alloca) is one
/// thing, whatever is stored where in it.
class ValueFlow {
public:
  using IsMakerCall = function_ref<bool(const CallBase &)>;

  /// \p Result: what the caller gave for the object that is made, or null.
  ValueFlow(const Argument *Result, IsMakerCall IsMaker)
      : Result(Result), IsMaker(IsMaker) {}

  /// Whether \p V is returned, or stored in what is returned.
  bool leaves(const Value &V) const { return anyLeaves({&V}); }
  /// Whether \p Address is in the object that is returned, or in memory that is
  /// reached from it.
  bool isInResult(const Value &Address) const {
    SmallVector<const Value *, 8> Makers;
    return findRoots(Address, Makers) || anyLeaves(std::move(Makers));
  }

private:
  bool anyLeaves(SmallVector<const Value *, 8> Worklist) const;
  bool findRoots(const Value &Address,
                 SmallVectorImpl<const Value *> &Calls) const;

  const Argument *Result;
  IsMakerCall IsMaker;
};

} // namespace

/// The object that \p Call makes or changes, beside what it returns.
static const Value *objectOf(const CallBase &Call) {
  for (unsigned I = 0, E = Call.arg_size(); I != E; ++I)
    if (Call.paramHasAttr(I, Attribute::StructRet))
      return Call.getArgOperand(I);
  return Call.arg_size() && Call.getArgOperand(0)->getType()->isPointerTy()
             ? Call.getArgOperand(0)
             : nullptr;
}

/// Whether \p Call returns its argument \p V.
static bool returnsArgument(const CallBase &Call, const Value &V) {
  if (Call.getReturnedArgOperand() == &V)
    return true;
  const Function *Callee = Call.getCalledFunction();
  return Callee && Call.arg_size() && Call.getArgOperand(0) == &V &&
         is_contained({"memcpy", "memmove", "memset", "strcat", "strcpy",
                       "strncat", "strncpy"},
                      Callee->getName());
}

/// Whether \p Address leads back to the result. Else \p Calls are those that
/// gave the memory that it may lead back to.
bool ValueFlow::findRoots(const Value &Address,
                          SmallVectorImpl<const Value *> &Calls) const {
  SmallVector<const Value *, 8> Worklist = {&Address};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Worklist.empty()) {
    const Value *Base = Worklist.pop_back_val()->stripInBoundsOffsets();
    if (!Seen.insert(Base).second)
      continue;
    if (Base == Result)
      return true;
    if (const auto *Load = dyn_cast<LoadInst>(Base)) {
      const Value *From = Load->getPointerOperand()->stripInBoundsOffsets();
      if (!isa<AllocaInst>(From))
        Worklist.push_back(From);
      else
        for (const User *U : From->users())
          if (const auto *Store = dyn_cast<StoreInst>(U);
              Store && Store->getPointerOperand() == From)
            Worklist.push_back(Store->getValueOperand());
    } else if (isa<PHINode, SelectInst>(Base)) {
      for (const Value *Operand : cast<Instruction>(Base)->operands())
        Worklist.push_back(Operand);
    } else if (isa<CallBase>(Base)) {
      Calls.push_back(Base);
    }
  }
  return false;
}

bool ValueFlow::anyLeaves(SmallVector<const Value *, 8> Worklist) const {
  SmallPtrSet<const Value *, 16> Seen;
  while (!Worklist.empty()) {
    const Value *V = Worklist.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const User *U : V->users()) {
      if (isa<ReturnInst>(U))
        return true;
      const Value *Into = nullptr;
      if (const auto *Store = dyn_cast<StoreInst>(U)) {
        if (Store->getValueOperand() != V)
          continue;
        Into = Store->getPointerOperand();
        const Value *To = Into->stripInBoundsOffsets();
        if (isa<AllocaInst>(To))
          for (const User *Other : To->users())
            if (isa<LoadInst>(Other))
              Worklist.push_back(Other);
      } else if (isa<CastInst, GetElementPtrInst, PHINode, SelectInst,
                     FreezeInst>(U)) {
        Worklist.push_back(U);
      } else if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(U)) {
        if (Intrinsic->getType()->isPointerTy())
          Worklist.push_back(U);
      } else if (const auto *Call = dyn_cast<CallBase>(U)) {
        if (returnsArgument(*Call, *V))
          Worklist.push_back(Call);
        // std::unique_ptr's constructor takes it.
        Into = objectOf(*Call);
        if (Into && (Into->stripInBoundsOffsets() == V || !IsMaker(*Call)))
          Into = nullptr;
      }
      if (Into && findRoots(*Into, Worklist))
        return true;
    }
  }
  return false;
}

/// The variable that \p Call leaves a pointer in, as posix_memalign does.
static const AllocaInst *outputOf(const CallBase &Call) {
  return Call.getType()->isIntegerTy() && Call.arg_size()
             ? dyn_cast<AllocaInst>(
                   Call.getArgOperand(0)->stripInBoundsOffsets())
             : nullptr;
}

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
  bool servesConstructors(const Function &F) const;
  const Argument *resultOf(const Function &F) const;
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

static const Function *calleeOf(const CallBase &Call) {
  return dyn_cast<Function>(
      Call.getCalledOperand()->stripPointerCastsAndAliases());
}

static bool isOwnCode(const Function &F) {
  return !F.isDeclaration() && !F.hasAvailableExternallyLinkage();
}

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
      if (Callee && isOwnCode(*Callee))
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
    return Call.hasStructRetAttr() ? Kind::Making
           : GivesPointer          ? Kind::MayMake
                                   : Kind::Nothing;
  if (isOwnCode(*Callee))
    return Allocating.contains(Callee) &&
                   (Callee == Current || Chains.isMaker(*Callee))
               ? Kind::Making
               : Kind::Nothing;
  if (!Edges.matters(*Callee, TLI) || Call.onlyReadsMemory())
    return Kind::Nothing;
  return Chains.isMaker(*Callee) || Call.hasStructRetAttr() ||
                 (GivesPointer && isFactoryName(linkageName(*Callee)))
             ? Kind::Making
             : Kind::Nothing;
}

bool FactoryFinder::callersSeeOrGuess(const Function &F) const {
  return F.hasLocalLinkage() || F.hasLinkOnceLinkage() || F.hasWeakLinkage() ||
         isFactoryName(linkageName(F));
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

/// Whether \p F is a member that its class keeps to itself. Debug information
/// says of access what differs from the default.
static bool isPrivateMember(const Function &F) {
  const DISubprogram *SP = F.getSubprogram();
  if (SP && SP->getDeclaration())
    SP = SP->getDeclaration();
  if (!SP)
    return false;
  if (SP->getFlags() & DINode::FlagAccessibility)
    return !SP->isPublic();
  const auto *Class = dyn_cast_or_null<DICompositeType>(SP->getScope());
  return Class && Class->getTag() == dwarf::DW_TAG_class_type;
}

/// Whether nobody but members of its class may call it, and in this module
/// makers alone do: constructors, as far as names tell. Another unit may hold
/// other members that do; that is rare.
bool FactoryFinder::servesConstructors(const Function &F) const {
  if (!isPrivateMember(F) || !F.arg_size() ||
      !F.getArg(0)->getType()->isPointerTy() || F.use_empty())
    return false;
  return all_of(F.uses(), [&](const Use &U) {
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    return Call && Call->isCallee(&U) &&
           isMakerName(linkageName(*Call->getFunction()));
  });
}

/// What the caller gave for the object that \p F returns, or that it is a part
/// of the making of; null if there is no such object.
const Argument *FactoryFinder::resultOf(const Function &F) const {
  for (const Argument &A : F.args())
    if (A.hasStructRetAttr())
      return &A;
  return servesConstructors(F) ? F.getArg(0) : nullptr;
}

bool FactoryFinder::isFactory(Function &F) {
  bool GivesPointer = F.getReturnType()->isPointerTy();
  if (F.isPresplitCoroutine() || !Allocating.contains(&F) || Chains.isMaker(F))
    return false;
  const Argument *Result = resultOf(F);
  if (!Result && !(GivesPointer && callersSeeOrGuess(F)))
    return false;
  const TargetLibraryInfo &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  Current = &F;
  auto IsMaker = [&](const CallBase &Call) {
    const Function *Callee = calleeOf(Call);
    return Callee && Chains.isMaker(*Callee);
  };
  ValueFlow Flow(Result, IsMaker);
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
