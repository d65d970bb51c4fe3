//===- TypeOfSite.cpp - what is allocated ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/TypeOfSite.h"
#include "Compat.h"
#include "Support/AllocatorNames.h"
#include "Support/Demangle.h"
#include "Support/MakerNames.h"
#include "sites/FunctionKey.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

StringRef TypeFinder::typeOfFunction(StringRef LinkageName) {
  if (!LinkageName.contains("alloc") && !LinkageName.contains("aligned_"))
    return "";
  auto [I, New] = Known.try_emplace(LinkageName);
  if (New)
    I->second = typeOfAllocatorFunction(demangledName(LinkageName)).str();
  return I->second;
}

static std::string typeByAllocSite(const CallBase &Call) {
  if (const auto *Type =
          dyn_cast_or_null<DIType>(Call.getMetadata("heapallocsite")))
    return Type->getName().str();
  return "";
}

/// The class of a constructor that has the block as its `this`. A constructor
/// of a base class would have been called by that of the class itself.
static std::string typeByConstructor(const CallBase &Call) {
  for (const User *U : Call.users()) {
    const auto *Constructor = dyn_cast<CallBase>(U);
    const Function *Callee =
        Constructor ? Constructor->getCalledFunction() : nullptr;
    if (!Callee || Constructor->arg_empty() ||
        Constructor->getArgOperand(0) != &Call ||
        !Callee->getName().starts_with("_ZN"))
      continue;
    StringRef LinkageName = Callee->getName();
    if (!LinkageName.contains("C1E") && !LinkageName.contains("C2E"))
      continue;
    FunctionName Name(LinkageName);
    if (Name.isConstructorOrDestructor())
      return Name.context();
  }
  return "";
}

/// A coroutine's frame begins with two functions: one goes on with the
/// coroutine, the other destroys the frame. LLVM 22 does not store the first
/// where nothing resumes the coroutine. Without optimization the frame may also
/// be one of the caller's.
static std::string typeByCoroutine(const CallBase &Call) {
  SmallVector<const Value *, 4> Pointers{&Call};
  for (size_t I = 0; I != Pointers.size() && I != 4; ++I)
    for (const User *U : Pointers[I]->users()) {
      if (isa<PHINode, GetElementPtrInst>(U))
        Pointers.push_back(U);
      const auto *Store = dyn_cast<StoreInst>(U);
      const auto *F =
          Store ? dyn_cast<Function>(Store->getValueOperand()) : nullptr;
      if (F && (F->getName().ends_with(".resume") ||
                F->getName().ends_with(".destroy")))
        return CoroutineFrameType.str();
    }
  return "";
}

static unsigned inlineDepth(const DILocation *Location) {
  unsigned Depth = 0;
  for (; Location; Location = Location->getInlinedAt())
    ++Depth;
  return Depth;
}

/// The pointee of the outermost variable that holds the block: `this` of an
/// inlined constructor comes before `this` of its base class's.
static std::string typeByVariable(CallBase &Call) {
  StringRef Best;
  unsigned BestDepth = ~0u;
  compat::forEachDebugVariable(
      &Call, [&](const DILocalVariable *Variable, const DILocation *Location) {
        const DIType *Type = Variable->getType();
        auto *Pointer = dyn_cast_or_null<DIDerivedType>(Type);
        while (Pointer && Pointer->getTag() != dwarf::DW_TAG_pointer_type)
          Pointer = dyn_cast_or_null<DIDerivedType>(Pointer->getBaseType());
        if (!Pointer)
          return;
        const DIType *Pointee = Pointer->getBaseType();
        while (Pointee && (Pointee->getTag() == dwarf::DW_TAG_const_type ||
                           Pointee->getTag() == dwarf::DW_TAG_volatile_type))
          Pointee = cast<DIDerivedType>(Pointee)->getBaseType();
        unsigned Depth = inlineDepth(Location);
        if (!Pointee || Pointee->getName().empty() || Depth >= BestDepth)
          return;
        Best = Pointee->getName();
        BestDepth = Depth;
      });
  return Best.str();
}

std::string TypeFinder::typeOf(CallBase &Call) {
  if (std::string Type = typeByAllocSite(Call); !Type.empty())
    return Type;
  const DILocation *Location = Call.getDebugLoc().get();
  for (; Location && Location->getInlinedAt();
       Location = Location->getInlinedAt()) {
    const DISubprogram *SP = Location->getScope()->getSubprogram();
    if (StringRef Type = typeOfFunction(linkageName(*SP)); !Type.empty())
      return Type.str();
  }
  if (StringRef Type = typeOfFunction(linkageName(*Call.getFunction()));
      !Type.empty())
    return Type.str();
  if (std::string Type = typeByConstructor(Call); !Type.empty())
    return Type;
  if (std::string Type = typeByCoroutine(Call); !Type.empty())
    return Type;
  return typeByVariable(Call);
}
