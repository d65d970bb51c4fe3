//===- Escape.cpp - where the address of a block goes ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "verdicts/Escape.h"
#include "makers/CallResults.h"
#include "verdicts/EscapeWalk.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace anomalloc;

static constexpr unsigned MostLevels = 5;
static constexpr unsigned MostOffsets = 32;

bool HeldAt::overlaps(std::optional<int64_t> Begin,
                      std::optional<uint64_t> Size) const {
  if (Anywhere || !Begin || !Size)
    return Anywhere || !Offsets.empty();
  return any_of(Offsets, [&](int64_t At) {
    return At < *Begin ? *Begin - At < int64_t(AddressSize)
                       : uint64_t(At - *Begin) < *Size;
  });
}

bool HeldAt::add(std::optional<int64_t> Begin, std::optional<uint64_t> Size) {
  if (Anywhere)
    return false;
  if (!Begin || !Size || *Size > MostOffsets * AddressSize ||
      Offsets.size() >= MostOffsets)
    return Anywhere = true;
  bool Grows = false;
  for (uint64_t Step = 0; Step < std::max<uint64_t>(*Size, 1);
       Step += AddressSize) {
    int64_t At = *Begin + int64_t(Step);
    auto I = lower_bound(Offsets, At);
    if (I != Offsets.end() && *I == At)
      continue;
    Offsets.insert(I, At);
    Grows = true;
  }
  return Grows;
}

std::optional<uint64_t> anomalloc::storeSizeOf(const Type &T,
                                               const DataLayout &Layout) {
  TypeSize Size = Layout.getTypeStoreSize(const_cast<Type *>(&T));
  return Size.isScalable() ? std::nullopt : std::optional(Size.getFixedValue());
}

bool anomalloc::resizesBlock(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return getReallocatedOperand(&Call) ||
         (Callee && !isOwnCode(*Callee) &&
          is_contained({"realloc", "reallocarray"}, Callee->getName()));
}

bool anomalloc::returnsTwice(const Function &Callee) {
  return Callee.hasFnAttribute(Attribute::ReturnsTwice) ||
         is_contained({"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp",
                       "getcontext", "swapcontext", "savectx", "vfork",
                       "llvm.eh.sjlj.setjmp", "llvm.eh.sjlj.setup.dispatch"},
                      Callee.getName());
}

bool anomalloc::mayRunTwice(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return false;
    const Function *Callee = calleeOf(*Call);
    return Call->hasFnAttr(Attribute::ReturnsTwice) ||
           (Callee && returnsTwice(*Callee));
  });
}

std::optional<int64_t> anomalloc::offsetFrom(const Value &Address,
                                             const Value &Base,
                                             const DataLayout &Layout) {
  if (!Address.getType()->isPointerTy())
    return std::nullopt;
  APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  const Value *From = Address.stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  if (From != &Base)
    return std::nullopt;
  return Offset.getSExtValue();
}

const Function *EscapeFinder::knownBody(const CallBase &Call) {
  // Another definition may take the place of an alias.
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Callee->getFunctionType() != Call.getFunctionType())
    return nullptr;
  auto [I, New] = IsKnown.try_emplace(Callee, false);
  if (New)
    I->second = isOwnCode(*Callee) && !Callee->isInterposable() &&
                !Callee->isVarArg() &&
                !Callee->hasFnAttribute(Attribute::Naked) &&
                !mayRunTwice(*Callee);
  return I->second ? Callee : nullptr;
}

unsigned EscapeFinder::placeOf(const BasicBlock &B) {
  if (Ordered != B.getParent()) {
    Ordered = B.getParent();
    Order.clear();
    for (const BasicBlock *Each :
         ReversePostOrderTraversal<const Function *>(Ordered))
      Order.try_emplace(Each, Order.size());
  }
  return Order.lookup(&B);
}

EscapeFinder::Escape EscapeFinder::ofBlock(const CallBase &Call,
                                           const Value *Into) {
  EscapeWalk W(*this, *Call.getFunction(), /*IsCallee=*/false);
  if (Into)
    W.allowHolder(*Into);
  W.followBlock(Call);
  W.run();
  return found(W);
}

EscapeFinder::Escape EscapeFinder::ofObject(const Function &F,
                                            const Value &Object,
                                            ArrayRef<int64_t> Offsets) {
  EscapeWalk W(*this, F, /*IsCallee=*/false);
  W.followObject(Object);
  for (int64_t Offset : Offsets)
    W.addHolder(Object, Offset, HeldAt::AddressSize);
  W.run();
  return found(W);
}

EscapeFinder::Escape EscapeFinder::found(EscapeWalk &W) const {
  Escape E;
  E.Reason = W.first();
  for (const auto &Holder : W.holders())
    if (!W.isCaptured(*Holder.first))
      E.Holders.insert(Holder.first);
  E.Frees = W.frees();
  E.MayBeFreedInside = W.mayBeFreedInside();
  if (!W.escapes())
    E.Readers = W.readers();
  return E;
}

ArgumentUse EscapeFinder::ofArgument(const Function &Callee, unsigned Number,
                                     const HeldAt *Held) {
  Key K(&Callee, Number, Held != nullptr, Held ? *Held : HeldAt());
  // A recursive call finds the answer that says least.
  auto [I, New] = Known.try_emplace(K);
  if (!New || Levels >= MostLevels)
    return I->second;
  ++Levels;
  const Argument &A = *Callee.getArg(Number);
  EscapeWalk W(*this, Callee, /*IsCallee=*/true);
  if (!Held)
    W.followBlock(A);
  else
    W.followObject(A);
  if (Held && Held->Anywhere)
    W.addHolder(A, std::nullopt, std::nullopt);
  else if (Held)
    for (int64_t Offset : Held->Offsets)
      W.addHolder(A, Offset, HeldAt::AddressSize);
  W.run();
  --Levels;
  ArgumentUse Use;
  Use.ReturnsBlock = W.returns(EscapeRole::Block);
  Use.ReturnsHolder = W.returns(EscapeRole::Place);
  Use.Escapes = W.escapes();
  Use.MayFree = W.escapes() || W.mayBeFreedInside() || !W.frees().empty();
  if (Held) {
    Use.WritesHolder = W.writes(A) || Use.Escapes;
    Use.SpreadsInHolder = *Held < W.held(A) || W.held(A) < *Held;
  }
  return Known[K] = Use;
}
