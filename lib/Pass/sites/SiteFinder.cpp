//===- SiteFinder.cpp - the calls of a function that matter ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/SiteFinder.h"
#include "sites/SiteMetadata.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace anomalloc;

static std::optional<uint64_t> constantSize(const CallBase &Call,
                                            const Allocation &What) {
  if (What.Family == SiteFamily::Leading || !What.Size)
    return std::nullopt;
  auto Constant = [&](unsigned Argument) {
    return Argument < Call.arg_size()
               ? dyn_cast<ConstantInt>(Call.getArgOperand(Argument))
               : nullptr;
  };
  const ConstantInt *Size = Constant(What.Size->Size);
  if (!Size)
    return std::nullopt;
  uint64_t Bytes = Size->getZExtValue();
  if (What.Size->Count) {
    const ConstantInt *Count = Constant(*What.Size->Count);
    if (!Count)
      return std::nullopt;
    Bytes *= Count->getZExtValue();
  }
  // The table has no room for size_t's last value: such a call fails anyway.
  if (Bytes == ~uint64_t(0))
    return std::nullopt;
  return Bytes;
}

/// A catch that does not go on to std::terminate.
static bool catches(const LandingPadInst &Pad) {
  for (unsigned I = 0, E = Pad.getNumClauses(); I != E; ++I)
    if (Pad.isCatch(I)) {
      for (const Instruction &Next : *Pad.getParent())
        if (const auto *Call = dyn_cast<CallInst>(&Next))
          if (const Function *Callee = Call->getCalledFunction())
            if (Callee->getName() == "__clang_call_terminate")
              return false;
      return true;
    }
  return false;
}

bool anomalloc::shouldInstrument(const Function &F) {
  return !F.isDeclaration() && !F.hasAvailableExternallyLinkage() &&
         !F.hasFnAttribute(Attribute::Naked) &&
         !F.hasFnAttribute(InstrumentedAttribute) &&
         !F.getName().starts_with("__anomalloc_");
}

FunctionScan anomalloc::scanFunction(Function &F, Classifier &Classify,
                                     const TargetLibraryInfo &TLI) {
  FunctionScan Scan;
  bool CallersCount = Classifier::isHeapFunctionDefinition(F);
  for (Instruction &I : instructions(F)) {
    if (auto *Pad = dyn_cast<LandingPadInst>(&I)) {
      if (catches(*Pad))
        Scan.Catches.push_back(Pad);
      continue;
    }
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isa<IntrinsicInst>(Call) || Call->isInlineAsm())
      continue;
    Scan.Calls.push_back(Call);
    // Nothing may stand between a musttail call and its return.
    if (isa<CallBrInst>(Call) || Call->isMustTailCall() ||
        hasSiteMetadata(*Call))
      continue;
    std::optional<Allocation> What = Classify.classify(*Call, TLI);
    if (!What || (CallersCount && What->Family == SiteFamily::Heap))
      continue;
    Scan.Sites.push_back({Call, *What, constantSize(*Call, *What)});
  }
  return Scan;
}
