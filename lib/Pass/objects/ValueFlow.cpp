//===- ValueFlow.cpp - where the values of one function go ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "objects/ValueFlow.h"
#include "makers/CallResults.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace anomalloc;

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
