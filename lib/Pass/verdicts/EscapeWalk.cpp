//===- EscapeWalk.cpp - one address, through one function -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "verdicts/EscapeWalk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace anomalloc;

/// A function that needs more steps has no answer.
static constexpr unsigned MostSteps = 4000;

void EscapeWalk::follow(const Value &V, EscapeRole R, const Value *Base) {
  if (Visited.insert({{&V, Base}, unsigned(R)}).second)
    Worklist.push_back({&V, R, Base});
}

void EscapeWalk::addHolder(const Value &Base, std::optional<int64_t> Begin,
                           std::optional<uint64_t> Size) {
  if (!Holders[&Base].add(Begin, Size))
    return;
  // What was no use of the address may be one now.
  SmallVector<Seen, 16> Again;
  for (const Seen &S : Visited)
    if (S.first.second == &Base)
      Again.push_back(S);
  for (const Seen &S : Again)
    Visited.erase(S);
  follow(Base, EscapeRole::Place, &Base);
}

void EscapeWalk::fail(VerdictObstacle Why, const Instruction &At,
                      const Item &From) {
  Reasons.push_back({Why, &At});
  if (From.Base)
    Captured.insert(From.Base);
}

VerdictObstacle anomalloc::keeperOf(const Value &Object) {
  if (const auto *A = dyn_cast<Argument>(&Object)) {
    if (A->hasStructRetAttr())
      return VerdictObstacle::Returned;
    const Function &F = *A->getParent();
    const DISubprogram *SP = F.getSubprogram();
    unsigned First = F.hasStructRetAttr();
    if (SP && A->getArgNo() == First && SP->getType()) {
      DITypeRefArray Types = SP->getType()->getTypeArray();
      // Behind the result stands the object itself.
      if (Types.size() > 1 && Types[1] && Types[1]->isObjectPointer())
        return VerdictObstacle::Member;
    }
    return VerdictObstacle::Parameter;
  }
  if (isa<GlobalVariable>(Object))
    return VerdictObstacle::Global;
  return isNoAliasCall(&Object) ? VerdictObstacle::OtherBlock
                                : VerdictObstacle::Memory;
}

/// The address is stored, or copied, to \p Address.
void EscapeWalk::put(const Instruction &At, const Value &Address,
                     std::optional<uint64_t> Size) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Address, Objects);
  for (const Value *Object : Objects) {
    if (isa<AllocaInst>(Object) || Holders.count(Object)) {
      addHolder(*Object, offsetFrom(Address, *Object, Layout), Size);
      continue;
    }
    if (isa<UndefValue>(Object) ||
        (isa<ConstantPointerNull>(Address) &&
         !NullPointerIsDefined(&F,
                               Address.getType()->getPointerAddressSpace())))
      continue;
    Reasons.push_back({keeperOf(*Object), &At});
  }
}

void EscapeWalk::visitStore(const StoreInst &Store, const Use &U,
                            const Item &From) {
  bool IsValue = U.getOperandNo() == 0;
  if (From.R == EscapeRole::Place) {
    if (IsValue)
      fail(VerdictObstacle::Memory, Store, From);
    else
      Written.insert(From.Base);
  } else if (IsValue) {
    put(Store, *Store.getPointerOperand(),
        storeSizeOf(*Store.getValueOperand()->getType(), Layout));
  }
}

void EscapeWalk::visitIntrinsic(const IntrinsicInst &Call, const Use &U,
                                const Item &From) {
  if (const auto *Copy = dyn_cast<MemTransferInst>(&Call);
      Copy && From.R == EscapeRole::Place) {
    if (Call.getArgOperandNo(&U) == 0) {
      Written.insert(From.Base);
      return;
    }
    const auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    std::optional<int64_t> Begin = offsetFrom(*U.get(), *From.Base, Layout);
    HeldAt &Held = Holders[From.Base];
    std::optional<uint64_t> Size;
    if (Length)
      Size = Length->getZExtValue();
    if (!Held.overlaps(Begin, Size))
      return;
    if (Held.Anywhere || !Begin)
      Size.reset();
    // The whole range is taken to hold addresses.
    put(Call, *Copy->getRawDest(), Size);
    return;
  }
  if (isa<MemIntrinsic>(Call)) {
    if (From.R == EscapeRole::Place && Call.getArgOperandNo(&U) == 0)
      Written.insert(From.Base);
    if (From.R == EscapeRole::Number)
      fail(VerdictObstacle::Number, Call, From);
    return;
  }
  const bool IsMark = Call.isAssumeLikeIntrinsic();
  if (Call.getIntrinsicID() == Intrinsic::objectsize ||
      (IsMark && !Call.getType()->isPointerTy()))
    return;
  if (!Call.getType()->isVoidTy() && (IsMark || Call.doesNotAccessMemory()))
    follow(Call, From.R, From.Base);
  else if (From.R != EscapeRole::Block ||
           !Call.doesNotCapture(Call.getArgOperandNo(&U)))
    fail(VerdictObstacle::Call, Call, From);
}

/// Whether \p T has no room for an address. A floating-point number is taken
/// not to be one (docs/design/verdicts.md).
static bool isTooSmallForAddress(const Type &T) {
  return T.isVoidTy() || T.isFloatingPointTy() ||
         (T.isIntegerTy() && T.getIntegerBitWidth() < HeldAt::AddressSize * 8);
}

/// Whether \p Call surely frees no block that it gets as argument \p Number or,
/// if \p IsPlace, in the object that the argument points to. What `nofree` says
/// of a parameter is said of the object itself, not of what its bytes lead to
/// (LLVM's language reference).
static bool freesNothing(const CallBase &Call, unsigned Number, bool IsPlace) {
  return Call.onlyReadsMemory() || Call.hasFnAttr(Attribute::NoFree) ||
         (!IsPlace && Call.paramHasAttr(Number, Attribute::NoFree));
}

void EscapeWalk::noteGiven(const CallBase &Call, unsigned Number,
                           bool IsPlace) {
  Given.insert(&Call);
  // What is said of a parameter is said of the object itself, not of what its
  // bytes lead to.
  OnlyRead &=
      Call.onlyReadsMemory() || (!IsPlace && Call.onlyReadsMemory(Number));
}

void EscapeWalk::visitCall(const CallBase &Call, const Use &U,
                           const Item &From) {
  if (Call.isInlineAsm())
    return fail(VerdictObstacle::Assembly, Call, From);
  if (!Call.isArgOperand(&U))
    // The bundles of an assumption do nothing.
    return isa<IntrinsicInst>(Call) ? void()
                                    : fail(VerdictObstacle::Call, Call, From);
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    return visitIntrinsic(*Intrinsic, U, From);
  if (From.R == EscapeRole::Number)
    return fail(VerdictObstacle::Number, Call, From);
  // The frame is gone when the callee runs.
  if (Call.isMustTailCall() || !U->getType()->isPointerTy())
    return fail(From.R == EscapeRole::Place ? VerdictObstacle::HolderCall
                                            : VerdictObstacle::Call,
                Call, From);
  unsigned Number = Call.getArgOperandNo(&U);
  const bool IsPlace = From.R == EscapeRole::Place;
  HeldAt Held;
  if (IsPlace) {
    std::optional<int64_t> At = offsetFrom(*U.get(), *From.Base, Layout);
    Held = Holders[From.Base];
    if (!At)
      Held.Anywhere = true;
    if (Held.Anywhere)
      Held.Offsets.clear();
    for (int64_t &Offset : Held.Offsets)
      Offset -= *At;
    if (Call.isByValArgument(Number))
      return fail(VerdictObstacle::HolderCall, Call, From);
  } else {
    if (getFreedOperand(&Call, &Library) == U.get()) {
      Frees.insert(&Call);
      return;
    }
    if (resizesBlock(Call))
      return fail(VerdictObstacle::Resized, Call, From);
    if (Call.doesNotCapture(Number)) {
      noteGiven(Call, Number, IsPlace);
      IsFreedInside |= !freesNothing(Call, Number, /*IsPlace=*/false);
      return;
    }
  }
  if (const Function *Callee = Finder.knownBody(Call)) {
    ArgumentUse Use =
        Finder.ofArgument(*Callee, Number, IsPlace ? &Held : nullptr);
    if (IsPlace && Use.WritesHolder)
      Written.insert(From.Base);
    if (!Use.Escapes) {
      noteGiven(Call, Number, IsPlace);
      IsFreedInside |= Use.MayFree && !freesNothing(Call, Number, IsPlace);
      if (Use.SpreadsInHolder)
        addHolder(*From.Base, std::nullopt, std::nullopt);
      if (Use.ReturnsBlock)
        follow(Call, EscapeRole::Block);
      if (Use.ReturnsHolder)
        follow(Call, EscapeRole::Place, From.Base);
      return;
    }
  } else if (Call.onlyReadsMemory() && Call.doesNotThrow() &&
             isTooSmallForAddress(*Call.getType())) {
    noteGiven(Call, Number, IsPlace);
    return;
  }
  if (IsPlace && !Call.onlyReadsMemory())
    Written.insert(From.Base);
  fail(IsPlace ? VerdictObstacle::HolderCall : VerdictObstacle::Call, Call,
       From);
}

/// The number of an address is computed with.
void EscapeWalk::visitNumber(const Instruction &I) {
  if (I.getOpcode() == Instruction::Sub)
    Differences.push_back(cast<BinaryOperator>(&I));
  else
    follow(I, EscapeRole::Number);
}

void EscapeWalk::visit(const Use &U, const Item &From) {
  const auto &I = *cast<Instruction>(U.getUser());
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return visitStore(*Store, U, From);
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (From.R == EscapeRole::Place && !isa<IntrinsicInst>(Call))
      GivenPlaces.push_back({&U, From});
    else
      visitCall(*Call, U, From);
    return;
  }
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (From.R == EscapeRole::Place &&
        Holders[From.Base].overlaps(offsetFrom(*U.get(), *From.Base, Layout),
                                    storeSizeOf(*Load->getType(), Layout)))
      follow(*Load, Load->getType()->isPtrOrPtrVectorTy() ||
                            Load->getType()->isAggregateType()
                        ? EscapeRole::Block
                        : EscapeRole::Number);
    return;
  }
  if (isa<ICmpInst, SwitchInst, FCmpInst>(I))
    return;
  if (isa<ReturnInst>(I)) {
    if (From.R == EscapeRole::Place)
      Places = true;
    else
      Blocks = true;
    if (!IsCallee)
      Reasons.push_back({VerdictObstacle::Returned, &I});
    return;
  }
  if (isa<GetElementPtrInst>(I) && U.getOperandNo() != 0)
    return fail(VerdictObstacle::Number, I, From);
  if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst, BitCastInst,
          AddrSpaceCastInst, InsertElementInst, ExtractElementInst,
          ShuffleVectorInst, InsertValueInst, ExtractValueInst>(I))
    return follow(I, From.R, From.Base);
  if (isa<PtrToIntInst>(I))
    return From.R == EscapeRole::Place ? fail(VerdictObstacle::Number, I, From)
                                       : follow(I, EscapeRole::Number);
  if (isa<IntToPtrInst>(I) && From.R == EscapeRole::Number)
    return follow(I, EscapeRole::Block);
  if (isa<BinaryOperator, CastInst>(I) && From.R == EscapeRole::Number)
    return visitNumber(I);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I) && U.getOperandNo() == 0 &&
      From.R == EscapeRole::Block)
    return;
  fail(VerdictObstacle::Memory, I, From);
}

/// Whether \p V is surely an address in the block as a number, give or take a
/// constant, or was loaded where an address in the block is held. Null is one:
/// nobody subtracts it from the address of a block ([expr.add] of C++).
bool EscapeWalk::isAddressAsNumber(const Value *V) const {
  if (!isBlockSeen(V))
    return false;
  while (const auto *Sum = dyn_cast<BinaryOperator>(V)) {
    if (Sum->getOpcode() != Instruction::Add ||
        !isa<ConstantInt>(Sum->getOperand(1)))
      return false;
    V = Sum->getOperand(0);
  }
  const auto *Cast = dyn_cast<PtrToIntInst>(V);
  if (!Cast)
    return isa<LoadInst>(V);
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Cast->getPointerOperand(), Objects);
  return all_of(Objects, [&](const Value *O) {
    return O == Block || isa<ConstantPointerNull>(O) ||
           (isa<LoadInst>(O) && isBlockSeen(O));
  });
}

void EscapeWalk::run() {
  do {
    while (!Worklist.empty()) {
      Item From = Worklist.pop_back_val();
      for (const Use &U : From.V->uses()) {
        if (++Steps > MostSteps) {
          if (const auto *I = dyn_cast<Instruction>(U.getUser()))
            fail(VerdictObstacle::TooLarge, *I, From);
          for (const auto &Holder : Holders) {
            Captured.insert(Holder.first);
            Written.insert(Holder.first);
          }
          return;
        }
        if (isa<Instruction>(U.getUser()))
          visit(U, From);
      }
    }
    // By now it is known where the objects hold the address.
    for (auto [U, From] : std::exchange(GivenPlaces, {}))
      visitCall(*cast<CallBase>(U->getUser()), *U, From);
    if (!Worklist.empty())
      continue;
    // The distance of two pointers into the block is no address.
    for (const BinaryOperator *Minus : std::exchange(Differences, {}))
      if (!isAddressAsNumber(Minus->getOperand(0)) ||
          !isAddressAsNumber(Minus->getOperand(1)))
        follow(*Minus, EscapeRole::Number);
  } while (!Worklist.empty());
}

bool EscapeWalk::isBefore(const Instruction &A, const Instruction &B) {
  const BasicBlock *X = A.getParent(), *Y = B.getParent();
  return X == Y ? A.comesBefore(&B) : Finder.placeOf(*X) < Finder.placeOf(*Y);
}

EscapeReason EscapeWalk::first() {
  if (Reasons.empty())
    return {};
  return *std::min_element(Reasons.begin(), Reasons.end(),
                           [&](const EscapeReason &A, const EscapeReason &B) {
                             return isBefore(*A.At, *B.At);
                           });
}

SmallVector<const CallBase *, 2> EscapeWalk::readers() {
  if (!OnlyRead)
    return {};
  SmallVector<const CallBase *, 2> Calls(Given.begin(), Given.end());
  sort(Calls,
       [&](const CallBase *A, const CallBase *B) { return isBefore(*A, *B); });
  return Calls;
}
