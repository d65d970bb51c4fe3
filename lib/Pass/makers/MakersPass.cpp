//===- MakersPass.cpp - recognizes makers before inlining -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "makers/MakersPass.h"
#include "makers/Factories.h"
#include "makers/MakerMarks.h"
#include "objects/ObjectUses.h"
#include "sites/Chain.h"
#include "sites/FunctionKey.h"
#include "sites/SiteMetadata.h"
#include "sites/UserFunctions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

static constexpr StringLiteral Annotation("anomalloc::maker");

/// What clang leaves of __attribute__((annotate("..."))).
static void markAnnotated(Module &M) {
  const GlobalVariable *List = M.getNamedGlobal("llvm.global.annotations");
  if (!List || !List->hasInitializer())
    return;
  const auto *Rows = dyn_cast<ConstantArray>(List->getInitializer());
  if (!Rows)
    return;
  for (const Value *Operand : Rows->operands()) {
    const auto *Row = cast<ConstantStruct>(Operand);
    auto *F = dyn_cast<Function>(Row->getOperand(0)->stripPointerCasts());
    auto *Text =
        dyn_cast<GlobalVariable>(Row->getOperand(1)->stripPointerCasts());
    if (!F || !Text || !Text->hasInitializer())
      continue;
    const auto *Bytes =
        dyn_cast<ConstantDataSequential>(Text->getInitializer());
    if (Bytes && Bytes->isCString() && Bytes->getAsCString() == Annotation)
      markMaker(*F);
  }
}

PreservedAnalyses MakersPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!Options.Makers || M.getDataLayout().getPointerSizeInBits() != 64)
    return PreservedAnalyses::all();
  Expected<UserFunctions> Own = readUserFunctions(Options.FunctionsFile);
  if (!Own) {
    consumeError(Own.takeError()); // AnomallocPass tells it.
    return PreservedAnalyses::all();
  }
  forgetMarkedMakers(M); // What ran twice asks anew.
  markAnnotated(M);
  for (Function &F : M)
    if (!isMarkedMaker(F) && !F.isIntrinsic() &&
        ((!F.isDeclaration() && F.returnDoesNotAlias()) ||
         Own->namesMaker(linkageName(F))))
      markMaker(F);

  UnitTable Table;
  for (const DICompileUnit *CU : M.debug_compile_units()) {
    Table.Directory = Table.string(CU->getDirectory());
    break;
  }
  ChainBuilder Chains(M, Table, Options.SystemPaths);
  Classifier Classify(std::move(*Own));
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  markFactories(M, FAM, Chains, Classify);
  noteObjectUses(M, Chains);
  // No analysis looks at the marks.
  return PreservedAnalyses::all();
}
