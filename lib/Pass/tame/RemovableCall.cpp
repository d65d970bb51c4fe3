//===- RemovableCall.cpp - allocations that may be left out ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/RemovableCall.h"
#include "sites/SiteFinder.h"
#include "verdicts/SizeOfCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

/// malloc and operator new align each block so, on all our targets, which have
/// 64 bits (malloc(3); __STDCPP_DEFAULT_NEW_ALIGNMENT__).
static constexpr uint64_t UsualAlignment = 16; ///< Bytes.

std::optional<RemovableCall>
anomalloc::removableCall(const FoundSite &Site, const TargetLibraryInfo &TLI) {
  const CallBase &Call = *Site.Call;
  const Function *Callee = Call.getCalledFunction();
  if (Site.What.Family != SiteFamily::Heap || !Callee ||
      !Call.getType()->isPointerTy() || Call.hasOperandBundles() ||
      !isRemovableAlloc(&Call, &TLI) ||
      !SizeOfCall(Call, Site.What.Size, nullptr).hasUsualAlignment())
    return std::nullopt;
  StringRef Name = Callee->getName();
  RemovableCall R;
  if (is_contained({"malloc", "calloc", "aligned_alloc", "memalign"}, Name)) {
    // A program that has its own may watch what is asked for.
    if (!Callee->isDeclaration())
      return std::nullopt;
    R.Free = "free";
    R.IsZeroed = Name == "calloc";
  } else if (Name.starts_with("_Znwm") || Name.starts_with("_Znam")) {
    const bool IsArray = Name.starts_with("_Znam");
    R.TakesAlignment = Name.contains("St11align_val_t");
    R.Free = R.TakesAlignment
                 ? (IsArray ? "_ZdaPvSt11align_val_t" : "_ZdlPvSt11align_val_t")
                 : (IsArray ? "_ZdaPv" : "_ZdlPv");
  } else {
    return std::nullopt;
  }
  R.Alignment =
      std::max(Align(UsualAlignment), Call.getRetAlign().valueOrOne());
  if (const Value *Asked = getAllocAlignment(&Call, &TLI)) {
    const auto *Number = dyn_cast<ConstantInt>(Asked);
    if (!Number || !isPowerOf2_64(Number->getZExtValue()))
      return std::nullopt;
    R.Asked = Number->getZExtValue();
    R.Alignment = std::max(R.Alignment, Align(R.Asked));
  }
  return R;
}

void RemovableCall::createFree(IRBuilderBase &B, Value *Block) const {
  Module &M = *B.GetInsertBlock()->getModule();
  SmallVector<Value *, 2> Arguments{Block};
  SmallVector<Type *, 2> Types{B.getPtrTy()};
  if (TakesAlignment) {
    Arguments.push_back(B.getInt64(Asked));
    Types.push_back(B.getInt64Ty());
  }
  FunctionCallee Callee = M.getOrInsertFunction(
      Free, FunctionType::get(B.getVoidTy(), Types, /*isVarArg=*/false));
  CallInst *Call = B.CreateCall(Callee, Arguments);
  Call->setDoesNotThrow();
}
