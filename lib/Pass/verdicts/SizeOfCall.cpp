//===- SizeOfCall.cpp - the size of the block that a call makes -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "verdicts/SizeOfCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace anomalloc;

static constexpr uint64_t MostAlignment = 64; ///< Bytes.

ScalarEvolution *anomalloc::evolutionOf(Function &F,
                                        FunctionAnalysisManager &FAM) {
  return F.hasOptNone() || FAM.getResult<LoopAnalysis>(F).empty()
             ? nullptr
             : &FAM.getResult<ScalarEvolutionAnalysis>(F);
}

SizeOfCall::SizeOfCall(const CallBase &Call, std::optional<SizeArguments> Size,
                       ScalarEvolution *SE)
    : Call(Call), SE(SE) {
  if (!Size)
    return;
  add(Size->Size);
  if (Size->Count)
    add(*Size->Count);
}

void SizeOfCall::add(unsigned Number) {
  if (Number >= Call.arg_size())
    return;
  Numbers.push_back(Number);
  Arguments.push_back(Call.getArgOperand(Number));
}

bool SizeOfCall::isInvariantIn(const Loop &L) const {
  return SE && !Arguments.empty() && all_of(Call.args(), [&](Value *V) {
           return !V->getType()->isIntegerTy() ||
                  SE->isLoopInvariant(SE->getSCEV(V), &L);
         });
}

bool SizeOfCall::hasUsualAlignment() const {
  const Function *Callee = Call.getCalledFunction();
  return Callee && !Callee->getName().ends_with("valloc") &&
         all_of(Call.args(), [&](const Use &U) {
           const auto *Number = dyn_cast<ConstantInt>(U);
           return !U->getType()->isIntegerTy() ||
                  is_contained(Numbers, Call.getArgOperandNo(&U)) ||
                  (Number && Number->getValue().ule(MostAlignment));
         });
}

std::optional<uint64_t> SizeOfCall::bound() const {
  uint64_t Most = 1;
  for (Value *V : Arguments) {
    APInt Largest = APIntOps::umin(
        computeConstantRange(V, /*ForSigned=*/false).getUnsignedMax(),
        computeKnownBits(V, Call.getDataLayout()).getMaxValue());
    if (SE)
      Largest =
          APIntOps::umin(Largest, SE->getUnsignedRangeMax(SE->getSCEV(V)));
    if (Largest.ugt(UINT32_MAX))
      return std::nullopt;
    bool Overflows = false;
    Most = SaturatingMultiply(Most, Largest.getZExtValue(), &Overflows);
    if (Overflows || Most > UINT32_MAX)
      return std::nullopt;
  }
  return Arguments.empty() ? std::nullopt : std::optional(Most);
}

uint64_t SizeOfCall::least() const {
  uint64_t Least = 1;
  for (Value *V : Arguments) {
    APInt Smallest =
        computeConstantRange(V, /*ForSigned=*/false).getUnsignedMin();
    if (SE)
      Smallest =
          APIntOps::umax(Smallest, SE->getUnsignedRangeMin(SE->getSCEV(V)));
    Least = SaturatingMultiply(Least, Smallest.getLimitedValue());
  }
  return Arguments.empty() ? 0 : Least;
}
