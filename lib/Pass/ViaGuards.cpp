//===- ViaGuards.cpp - where a leading call is left early -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViaGuards.h"
#include "Record.h"
#include "llvm/IR/Instructions.h"

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

void anomalloc::guardCallback(Function &F, Recorder &Record) {
  Instruction *Entry = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  RecordBuilder B(Entry, *Entry);
  Value *Tls = Record.tls(B);
  Value *Via = B.CreateAlignedLoad(B.getPtrTy(), Record.via(B, Tls), Align(8),
                                   /*isVolatile=*/true);
  Value *Slot = B.CreateAlignedLoad(B.getInt32Ty(), Record.viaSlot(B, Tls),
                                    Align(4), /*isVolatile=*/true);
  B.CreateAlignedStore(Constant::getNullValue(B.getPtrTy()), Record.via(B, Tls),
                       Align(8), /*isVolatile=*/true);
  for (BasicBlock &Block : F) {
    auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
    if (!Return || Block.getTerminatingMustTailCall())
      continue;
    RecordBuilder End(Return, *Return);
    End.CreateAlignedStore(Slot, Record.viaSlot(End, Tls), Align(4),
                           /*isVolatile=*/true);
    End.CreateAlignedStore(Via, Record.via(End, Tls), Align(8),
                           /*isVolatile=*/true);
  }
}
