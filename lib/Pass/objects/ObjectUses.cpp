//===- ObjectUses.cpp - what copies and new objects are for ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "objects/ObjectUses.h"
#include "Support/Demangle.h"
#include "objects/ClassMembers.h"
#include "objects/LastUse.h"
#include "sites/Chain.h"
#include "sites/FunctionKey.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

static constexpr StringLiteral UseList("anomalloc.objects");

namespace {

/// Where an object is.
struct Place {
  enum Kind {
    Local,     ///< A variable, or a parameter by value.
    Temporary, ///< An object without a name.
    Result,    ///< What the function returns.
    Parameter, ///< Where a reference or pointer leads that the caller gave.
    This,      ///< The same of a member function's own object.
    Elsewhere,
  };
  Kind Its;
  const Value *Base;
  const DILocalVariable *Variable = nullptr;
};

/// What a call makes in its first argument.
struct Maker {
  enum Kind { None, Copy, Constructor };
  Kind Its = None;
  std::string Class;
};

class UseFinder {
public:
  UseFinder(Module &M, ChainBuilder &Chains) : M(M), Chains(Chains) {}

  void run();

private:
  const Maker &makerOf(const Function &Callee);
  void addVariables(const Function &F);
  Place placeOf(const Value &Address) const;
  ObjectUse useOf(const CallBase &Call, const Maker &What) const;
  ObjectUse useOfCopy(const CallBase &Call, const Maker &What) const;
  ObjectUse useOfCall(const CallBase &Call, const Function &Callee);
  bool givesLast(const CallBase &Call, const Function &Callee) const;

  Module &M;
  ChainBuilder &Chains;
  DenseMap<const Function *, Maker> Makers;
  /// Of the function that is looked at.
  DenseMap<const Value *, const DILocalVariable *> Variables;
};

} // namespace

const Maker &UseFinder::makerOf(const Function &Callee) {
  auto [I, New] = Makers.try_emplace(&Callee);
  StringRef Name = Callee.getName();
  bool IsConstructor = Name.contains("C1") || Name.contains("C2");
  if (!New || !Name.starts_with("_ZN") ||
      (!IsConstructor && !Name.contains("aS")))
    return I->second;
  FunctionName Parts(Name);
  if (!Parts.isFunction())
    return I->second;
  Maker Its;
  Its.Class = Parts.context();
  if (Parts.isCopy())
    Its.Its = Maker::Copy;
  else if (Parts.isConstructorOrDestructor() &&
           !StringRef(Parts.base()).starts_with("~") &&
           !Name.contains("C1EO") && !Name.contains("C2EO") &&
           !Chains.isLibraryFunction(Callee))
    Its.Its = Maker::Constructor;
  return Makers[&Callee] = std::move(Its);
}

void UseFinder::addVariables(const Function &F) {
  Variables.clear();
  for (const Instruction &I : instructions(F))
    for (const DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
      // Where assignments are tracked, the value comes before the address.
      const Value *V = R.isDbgAssign() ? R.getAddress()
                       : R.getNumVariableLocationOps() == 1
                           ? R.getVariableLocationOp(0)
                           : nullptr;
      if (isa_and_nonnull<AllocaInst, Argument>(V))
        Variables.try_emplace(V, R.getVariable());
    }
}

/// \p Type without names, const and volatile.
static const DIType *plainType(const DIType *Type) {
  while (const auto *Derived = dyn_cast_or_null<DIDerivedType>(Type)) {
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
      Type = Derived->getBaseType();
      break;
    default:
      return Type;
    }
  }
  return Type;
}

/// What a pointer or a reference leads to; null if it is none.
static const DIType *pointee(const DIType *Reference) {
  const auto *Type = dyn_cast_or_null<DIDerivedType>(plainType(Reference));
  if (!Type || (Type->getTag() != dwarf::DW_TAG_pointer_type &&
                Type->getTag() != dwarf::DW_TAG_reference_type &&
                Type->getTag() != dwarf::DW_TAG_rvalue_reference_type))
    return nullptr;
  return Type->getBaseType();
}

/// What \p Callee, which copies, takes a reference to; null if nobody says.
static const DIType *typeOfOriginal(const Function &Callee) {
  const DISubprogram *SP = Callee.getSubprogram();
  const DISubroutineType *Type = SP ? SP->getType() : nullptr;
  // Its result, `this`, the original.
  if (!Type || Type->getTypeArray().size() < 3)
    return nullptr;
  return plainType(pointee(Type->getTypeArray()[2]));
}

/// Whether \p Its is where the caller keeps an object of \p Class: all of it,
/// not a part. It is what \p Call copies, to or from.
static bool isWhole(const Place &Its, StringRef Class, const CallBase &Call) {
  if (Its.Its != Place::Parameter)
    return false;
  const auto *Type = dyn_cast_or_null<DICompositeType>(
      plainType(pointee(Its.Variable->getType())));
  // Of a class that only this unit knows, debug information and linkage names
  // write the name in two ways.
  return Type && (Type == typeOfOriginal(*Call.getCalledFunction()) ||
                  nameOfClass(*Type) == Class);
}

Place UseFinder::placeOf(const Value &Address) const {
  const Value *Base = Address.stripInBoundsOffsets();
  if (const auto *Load = dyn_cast<LoadInst>(Base)) { // Not optimized.
    const auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
    const Value *Stored = nullptr;
    if (Slot)
      for (const User *U : Slot->users())
        if (const auto *Store = dyn_cast<StoreInst>(U);
            Store && Store->getPointerOperand() == Slot)
          Stored = Stored ? Slot : Store->getValueOperand();
    if (!Stored || !isa<Argument>(Stored))
      return {Place::Elsewhere, Base};
    const DILocalVariable *Variable = Variables.lookup(Slot);
    if (!Variable || !pointee(Variable->getType()))
      return {Place::Elsewhere, Base};
    return {Variable->isArtificial() ? Place::This : Place::Parameter, Base,
            Variable};
  }
  const DILocalVariable *Variable = Variables.lookup(Base);
  if (isa<AllocaInst>(Base))
    return {Variable ? Place::Local : Place::Temporary, Base, Variable};
  const auto *A = dyn_cast<Argument>(Base);
  if (A && A->hasStructRetAttr())
    return {Place::Result, Base};
  if (!A || !Variable)
    return {Place::Elsewhere, Base};
  if (Variable->isArtificial())
    return {Place::This, Base, Variable};
  return {pointee(Variable->getType()) ? Place::Parameter : Place::Local, Base,
          Variable};
}

/// Whether a call other than its constructor is given the object \p V.
static bool isHandedOn(const Value &V) {
  return any_of(V.uses(), [](const Use &U) {
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || isa<IntrinsicInst>(Call) || !Call->isArgOperand(&U))
      return false;
    const Function *Callee = Call->getCalledFunction();
    bool IsOwn = Callee && Callee->getName().starts_with("_ZN") &&
                 FunctionName(Callee->getName()).isConstructorOrDestructor() &&
                 Call->getArgOperandNo(&U) == 0;
    return !IsOwn;
  });
}

static bool isConstant(const DILocalVariable *Variable) {
  const auto *Type =
      Variable ? dyn_cast_or_null<DIDerivedType>(Variable->getType()) : nullptr;
  return Type && Type->getTag() == dwarf::DW_TAG_const_type;
}

ObjectUse UseFinder::useOfCopy(const CallBase &Call, const Maker &What) const {
  if (Call.arg_size() < 2 || !Call.getArgOperand(1)->getType()->isPointerTy())
    return ObjectUse::Unknown;
  Place To = placeOf(*Call.getArgOperand(0));
  Place From = placeOf(*Call.getArgOperand(1));
  if (From.Its == Place::Local && !isConstant(From.Variable) &&
      From.Base != To.Base && !isUsedAfter(*From.Base, Call))
    return ObjectUse::LastCopy;
  switch (To.Its) {
  case Place::Local:
    return ObjectUse::LocalCopy;
  case Place::Temporary:
    return isHandedOn(*To.Base) ? ObjectUse::ArgumentCopy : ObjectUse::Unknown;
  case Place::Result:
    return ObjectUse::ReturnedCopy;
  case Place::Parameter:
    if (isWhole(To, What.Class, Call))
      return ObjectUse::ReturnedCopy;
    break;
  case Place::This:
  case Place::Elsewhere:
    break;
  }
  return isWhole(From, What.Class, Call) ? ObjectUse::TakenCopy
                                         : ObjectUse::KeptCopy;
}

ObjectUse UseFinder::useOf(const CallBase &Call, const Maker &What) const {
  if (What.Its == Maker::Copy)
    return useOfCopy(Call, What);
  const Value &Object = *Call.getArgOperand(0);
  if (placeOf(Object).Its != Place::Temporary)
    return ObjectUse::Unknown;
  // Who takes it away keeps its blocks.
  auto IsTaken = [&](const User *U) {
    const auto *Other = dyn_cast<CallBase>(U);
    const Function *Callee = Other ? Other->getCalledFunction() : nullptr;
    return Callee && FunctionName(Callee->getName()).mayTakeAway(What.Class);
  };
  return any_of(Object.stripInBoundsOffsets()->users(), IsTaken)
             ? ObjectUse::Unknown
             : ObjectUse::Temporary;
}

/// Whether a library's function makes an element, or an object, of its
/// arguments.
static bool storesArguments(const Function &Callee) {
  static constexpr StringLiteral Names[] = {
      "push_back",   "push_front",       "push",         "emplace_back",
      "emplace",     "emplace_hint",     "insert",       "emplace_front",
      "try_emplace", "insert_or_assign", "make_pair",    "make_tuple",
      "make_shared", "make_unique",      "make_optional"};
  StringRef Name = Callee.getName();
  return any_of(Names, [&](StringRef Its) { return Name.contains(Its); }) &&
         is_contained(Names, StringRef(FunctionName(Name).base()));
}

/// Whether \p Call hands \p Callee, by an lvalue, a local object that is not
/// used again.
bool UseFinder::givesLast(const CallBase &Call, const Function &Callee) const {
  const DISubprogram *SP = Callee.getSubprogram();
  const DISubroutineType *Type = SP ? SP->getType() : nullptr;
  if (!Type)
    return false;
  auto Types = Type->getTypeArray();
  // Its result comes first in the types, and in the arguments if it is an
  // object.
  const unsigned Ahead = Call.hasStructRetAttr() ? 0 : 1;
  for (unsigned I = 1 - Ahead; I != Call.arg_size(); ++I) {
    if (I + Ahead >= Types.size())
      break;
    const auto *Reference =
        dyn_cast_or_null<DIDerivedType>(plainType(Types[I + Ahead]));
    if (!Reference || Reference->getTag() != dwarf::DW_TAG_reference_type)
      continue;
    Place From = placeOf(*Call.getArgOperand(I));
    if (From.Its == Place::Local && !isConstant(From.Variable) &&
        isa_and_nonnull<DICompositeType>(plainType(From.Variable->getType())) &&
        !isUsedAfter(*From.Base, Call))
      return true;
  }
  return false;
}

ObjectUse UseFinder::useOfCall(const CallBase &Call, const Function &Callee) {
  if (const Maker &What = makerOf(Callee); What.Its != Maker::None)
    return useOf(Call, What);
  if (!Chains.isLibraryFunction(Callee))
    return ObjectUse::Unknown;
  if (storesArguments(Callee) && givesLast(Call, Callee))
    return ObjectUse::LastGiven;
  // A member of a container, or a function that returns one.
  return placeOf(*Call.getArgOperand(0)).Its == Place::Result
             ? ObjectUse::Returned
             : ObjectUse::Unknown;
}

/// Whether what \p F returns is an object in memory.
static bool returnsObject(const Function &F) {
  return any_of(F.args(),
                [](const Argument &A) { return A.hasStructRetAttr(); });
}

void UseFinder::run() {
  using Key = std::pair<DISubprogram *, std::pair<unsigned, unsigned>>;
  MapVector<Key, ObjectUse> Found;
  for (Function &F : M) {
    if (F.isDeclaration() || !F.getSubprogram() || Chains.isLibraryFunction(F))
      continue;
    bool HasVariables = false;
    const bool Returns = returnsObject(F);
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      const DILocation *At = I.getDebugLoc().get();
      if (!Callee || !At || At->getInlinedAt() || !At->getLine() ||
          !Call->arg_size() ||
          !Call->getArgOperand(0)->getType()->isPointerTy())
        continue;
      if (!Returns && makerOf(*Callee).Its == Maker::None &&
          !storesArguments(*Callee))
        continue;
      if (!HasVariables)
        addVariables(F);
      HasVariables = true;
      ObjectUse Use = useOfCall(*Call, *Callee);
      auto [Known, New] = Found.insert(
          {{At->getScope()->getSubprogram(), {At->getLine(), At->getColumn()}},
           Use});
      if (!New && Known->second != Use)
        Known->second = ObjectUse::Unknown;
    }
  }
  LLVMContext &C = M.getContext();
  Type *Int = Type::getInt32Ty(C);
  auto Number = [&](unsigned N) {
    return ConstantAsMetadata::get(ConstantInt::get(Int, N));
  };
  for (const auto &[At, Use] : Found)
    if (Use != ObjectUse::Unknown)
      M.getOrInsertNamedMetadata(UseList)->addOperand(
          MDNode::get(C, {At.first, Number(At.second.first),
                          Number(At.second.second), Number(unsigned(Use))}));
}

void anomalloc::noteObjectUses(Module &M, ChainBuilder &Chains) {
  forgetObjectUses(M);
  UseFinder(M, Chains).run();
}

void anomalloc::forgetObjectUses(Module &M) {
  if (NamedMDNode *List = M.getNamedMetadata(UseList))
    M.eraseNamedMetadata(List);
}

ObjectUses::ObjectUses(const Module &M) {
  const NamedMDNode *List = M.getNamedMetadata(UseList);
  if (!List)
    return;
  for (const MDNode *Node : List->operands()) {
    if (Node->getNumOperands() != 4)
      continue;
    const auto *SP = dyn_cast_or_null<DISubprogram>(Node->getOperand(0));
    unsigned Numbers[3] = {};
    for (unsigned I = 0; I != 3; ++I)
      if (const auto *N = mdconst::dyn_extract_or_null<ConstantInt>(
              Node->getOperand(I + 1)))
        Numbers[I] = unsigned(N->getZExtValue());
    if (SP && Numbers[2] <= unsigned(ObjectUse::Last))
      Uses[{SP, {Numbers[0], Numbers[1]}}] = ObjectUse(Numbers[2]);
  }
}

ObjectUse ObjectUses::at(const DILocation &Location) const {
  auto I = Uses.find({Location.getScope()->getSubprogram(),
                      {Location.getLine(), Location.getColumn()}});
  return I == Uses.end() ? ObjectUse::Unknown : I->second;
}
