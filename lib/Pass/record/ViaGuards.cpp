//===- ViaGuards.cpp - where a leading call is left early -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/ViaGuards.h"
#include "record/Record.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

void anomalloc::resetAtCatch(LandingPadInst &Pad, Recorder &Record) {
  RecordBuilder B(&*Pad.getParent()->getFirstInsertionPt(), Pad);
  Value *Tls = Record.tls(B);
  B.CreateAlignedStore(Constant::getNullValue(B.getPtrTy()), Record.via(B, Tls),
                       Align(8), /*isVolatile=*/true);
  B.CreateAlignedStore(B.getInt64(0), Record.asking(B, Tls), Align(8),
                       /*isVolatile=*/true);
}

namespace {
/// A field of the thread's state (AnomallocTls).
struct Field {
  Value *(Recorder::*Address)(IRBuilderBase &, Value *Tls);
  Type *Its;
};
} // namespace

/// The fields are 0 while \p F runs, and then as before.
static void guard(Function &F, Recorder &Record, ArrayRef<Field> Fields) {
  Instruction *Entry = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  RecordBuilder B(Entry, *Entry);
  Value *Tls = Record.tls(B);
  auto AlignOf = [&](const Field &One) {
    return F.getParent()->getDataLayout().getABITypeAlign(One.Its);
  };
  SmallVector<Value *, 3> Before;
  for (const Field &One : Fields)
    Before.push_back(B.CreateAlignedLoad(One.Its, (Record.*One.Address)(B, Tls),
                                         AlignOf(One), /*isVolatile=*/true));
  for (const Field &One : Fields)
    B.CreateAlignedStore(Constant::getNullValue(One.Its),
                         (Record.*One.Address)(B, Tls), AlignOf(One),
                         /*isVolatile=*/true);
  for (BasicBlock &Block : F) {
    auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
    if (!Return || Block.getTerminatingMustTailCall())
      continue;
    RecordBuilder End(Return, *Return);
    for (auto [One, Value] : reverse(zip(Fields, Before)))
      End.CreateAlignedStore(Value, (Record.*One.Address)(End, Tls),
                             AlignOf(One), /*isVolatile=*/true);
  }
}

void anomalloc::guardCallback(Function &F, Recorder &Record) {
  LLVMContext &C = F.getContext();
  guard(F, Record,
        {{&Recorder::via, PointerType::getUnqual(C)},
         {&Recorder::viaSlot, Type::getInt32Ty(C)}});
}

void anomalloc::guardHandler(Function &F, Recorder &Record) {
  LLVMContext &C = F.getContext();
  guard(F, Record,
        {{&Recorder::via, PointerType::getUnqual(C)},
         {&Recorder::viaSlot, Type::getInt32Ty(C)},
         {&Recorder::asking, Type::getInt64Ty(C)}});
}
