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
#include "llvm/ADT/PointerIntPair.h"
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
  using AskCall = function_ref<bool(const CallBase &)>;

  /// \p Result: what the caller gave for the object that is made, or null.
  ValueFlow(const Argument *Result, AskCall IsMaker, AskCall MayMake)
      : Result(Result), IsMaker(IsMaker), MayMake(MayMake) {}

  /// Whether \p V is returned, or stored in what is returned.
  bool leaves(const Value &V) { return anyLeaves({Item(&V, false)}); }
  /// Whether \p Address is in the object that is returned, or in memory that is
  /// reached from it.
  bool isInResult(const Value &Address) {
    Items Makers;
    return findRoots(Address, Makers) || anyLeaves(std::move(Makers));
  }
  /// Whether what is in \p Local is returned, or handed on to what is returned
  /// by a call that makes nothing, as a move is.
  bool isHandedOn(const AllocaInst &Local) {
    return anyLeaves({Item(&Local, true)});
  }

private:
  /// A value; true: the address of a local where it is, or a part of it.
  using Item = PointerIntPair<const Value *, 1, bool>;
  using Items = SmallVector<Item, 8>;

  bool anyLeaves(Items Start);
  bool useLeaves(const User &U, Item From);
  bool callLeaves(const CallBase &Call, Item From);
  bool goesInto(const Value &Address, bool IsPlace);
  bool findRoots(const Value &Address, Items &Calls) const;

  const Argument *Result;
  AskCall IsMaker, MayMake;
  Items Worklist;
  Items Taken; ///< Results of makers that were given the value.
  bool MayBeFreed = false;
};

} // namespace

static const Function *calleeOf(const CallBase &Call) {
  return dyn_cast<Function>(
      Call.getCalledOperand()->stripPointerCastsAndAliases());
}

static bool isOwnCode(const Function &F) {
  return !F.isDeclaration() && !F.hasAvailableExternallyLinkage();
}

/// A structure with a pointer that fits in registers.
static bool isObjectInRegisters(const Type &T) {
  const auto *Struct = dyn_cast<StructType>(&T);
  return Struct && any_of(Struct->elements(),
                          [](const Type *E) { return E->isPointerTy(); });
}

bool anomalloc::returnsObject(const CallBase &Call) {
  return Call.hasStructRetAttr() || isObjectInRegisters(*Call.getType());
}

/// The object that \p Call makes or changes, beside what it returns.
static const Value *objectOf(const CallBase &Call) {
  for (unsigned I = 0, E = Call.arg_size(); I != E; ++I)
    if (Call.paramHasAttr(I, Attribute::StructRet))
      return Call.getArgOperand(I);
  return Call.arg_size() && Call.getArgOperand(0)->getType()->isPointerTy()
             ? Call.getArgOperand(0)
             : nullptr;
}

/// Adds what \p Base may be: a value that was loaded is what was stored.
static bool addSources(const Value &Base,
                       SmallVectorImpl<const Value *> &Worklist) {
  if (const auto *Load = dyn_cast<LoadInst>(&Base)) {
    const Value *From = Load->getPointerOperand()->stripInBoundsOffsets();
    if (!isa<AllocaInst>(From))
      return false;
    for (const User *U : From->users())
      if (const auto *Store = dyn_cast<StoreInst>(U);
          Store && Store->getPointerOperand() == From)
        Worklist.push_back(Store->getValueOperand());
    return true;
  }
  if (!isa<PHINode, SelectInst>(Base))
    return false;
  for (const Value *Operand : cast<Instruction>(Base).operands())
    if (Operand->getType()->isPointerTy())
      Worklist.push_back(Operand);
  return true;
}

/// Whether all that \p F returns is its argument, as of `return *this`.
static const Argument *returnedArgument(const Function &F, unsigned Levels) {
  if (!isOwnCode(F) || !F.getReturnType()->isPointerTy() || !Levels)
    return nullptr;
  SmallVector<const Value *, 8> Worklist;
  for (const BasicBlock &Block : F)
    if (const auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      Worklist.push_back(Return->getReturnValue());
  SmallPtrSet<const Value *, 8> Seen;
  const Argument *Returned = nullptr;
  while (!Worklist.empty()) {
    const Value *Base = Worklist.pop_back_val()->stripInBoundsOffsets();
    if (!Seen.insert(Base).second || addSources(*Base, Worklist))
      continue;
    if (const auto *Call = dyn_cast<CallBase>(Base)) {
      const Function *Callee = calleeOf(*Call);
      const Argument *Given =
          Callee ? returnedArgument(*Callee, Levels - 1) : nullptr;
      if (!Given || Given->getArgNo() >= Call->arg_size())
        return nullptr;
      Worklist.push_back(Call->getArgOperand(Given->getArgNo()));
      continue;
    }
    const auto *A = dyn_cast<Argument>(Base);
    if (!A || (Returned && Returned != A))
      return nullptr;
    Returned = A;
  }
  return Returned;
}

/// Whether \p Call returns its argument \p V.
static bool returnsArgument(const CallBase &Call, const Value &V) {
  if (Call.getReturnedArgOperand() == &V)
    return true;
  const Function *Callee = calleeOf(Call);
  if (!Callee || !Call.arg_size())
    return false;
  constexpr unsigned Levels = 4;
  if (const Argument *A = returnedArgument(*Callee, Levels))
    return A->getArgNo() < Call.arg_size() &&
           Call.getArgOperand(A->getArgNo()) == &V;
  return Call.getArgOperand(0) == &V &&
         is_contained({"memcpy", "memmove", "memset", "strcat", "strcpy",
                       "strncat", "strncpy"},
                      Callee->getName());
}

/// Whether \p Address leads back to the result. Else \p Calls are those that
/// gave the memory that it may lead back to.
bool ValueFlow::findRoots(const Value &Address, Items &Calls) const {
  SmallVector<const Value *, 8> Ways = {&Address};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Ways.empty()) {
    const Value *Base = Ways.pop_back_val()->stripInBoundsOffsets();
    if (!Seen.insert(Base).second)
      continue;
    if (Base == Result)
      return true;
    if (addSources(*Base, Ways))
      continue;
    if (const auto *Load = dyn_cast<LoadInst>(Base))
      Ways.push_back(Load->getPointerOperand());
    else if (isa<CallBase>(Base))
      Calls.push_back(Item(Base, false));
  }
  return false;
}

/// Something is stored at \p Address: a value, or the address of its place.
bool ValueFlow::goesInto(const Value &Address, bool IsPlace) {
  const Value *To = Address.stripInBoundsOffsets();
  if (isa<AllocaInst>(To)) {
    if (!IsPlace)
      Worklist.push_back(Item(To, true));
    else
      for (const User *U : To->users())
        if (isa<LoadInst>(U))
          Worklist.push_back(Item(U, true));
  }
  return findRoots(Address, Worklist);
}

bool ValueFlow::callLeaves(const CallBase &Call, Item From) {
  const Value *V = From.getPointer();
  bool IsPlace = From.getInt();
  if (returnsArgument(Call, *V))
    Worklist.push_back(Item(&Call, IsPlace));
  if (!IsMaker(Call)) {
    // A function that returns nothing may be what frees it.
    MayBeFreed |= !IsPlace && Call.getType()->isVoidTy();
    return false;
  }
  // A copy that makes its own blocks leaves the place as it is.
  if (IsPlace && MayMake(Call))
    return false;
  if (!IsPlace &&
      (Call.getType()->isPointerTy() || isObjectInRegisters(*Call.getType())))
    Taken.push_back(Item(&Call, false));
  const Value *Into = objectOf(Call);
  if (!Into || Into->stripInBoundsOffsets() == V)
    return false;
  return goesInto(*Into, false);
}

bool ValueFlow::useLeaves(const User &U, Item From) {
  const Value *V = From.getPointer();
  bool IsPlace = From.getInt();
  if (isa<ReturnInst>(U))
    return !IsPlace;
  if (const auto *Store = dyn_cast<StoreInst>(&U))
    return Store->getValueOperand() == V &&
           goesInto(*Store->getPointerOperand(), IsPlace);
  if (isa<LoadInst>(U)) {
    if (IsPlace)
      Worklist.push_back(Item(&U, false));
  } else if (isa<CastInst, GetElementPtrInst, PHINode, SelectInst, FreezeInst,
                 ExtractValueInst, InsertValueInst>(U)) {
    Worklist.push_back(Item(&U, IsPlace));
  } else if (const auto *Copy = dyn_cast<MemTransferInst>(&U)) {
    return IsPlace && Copy->getRawSource() == V &&
           goesInto(*Copy->getRawDest(), false);
  } else if (isa<IntrinsicInst>(U)) {
    if (U.getType()->isPointerTy())
      Worklist.push_back(Item(&U, IsPlace));
  } else if (const auto *Call = dyn_cast<CallBase>(&U)) {
    return callLeaves(*Call, From);
  }
  return false;
}

bool ValueFlow::anyLeaves(Items Start) {
  Worklist = std::move(Start);
  Taken.clear();
  MayBeFreed = false;
  SmallDenseSet<Item, 16> Seen;
  while (true) {
    if (Worklist.empty() && !MayBeFreed)
      Worklist.swap(Taken);
    if (Worklist.empty())
      return false;
    Item From = Worklist.pop_back_val();
    if (!Seen.insert(From).second)
      continue;
    for (const User *U : From.getPointer()->users())
      if (useLeaves(*U, From))
        return true;
  }
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
  auto IsMaker = [&](const CallBase &Call) {
    const Function *Callee = calleeOf(Call);
    return Callee && Chains.isMaker(*Callee);
  };
  auto MayMake = [&](const CallBase &Call) {
    return kindOf(Call, TLI) != Kind::Nothing;
  };
  ValueFlow Flow(Result, IsMaker, MayMake);
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
