//===- SectionsPass.cpp - makes named functions phases --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sections/SectionsPass.h"
#include "Diagnostics.h"
#include "sections/SectionPatterns.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"
#include <map>
#include <memory>

using namespace llvm;
using namespace anomalloc;

namespace {

class PhaseInserter {
public:
  PhaseInserter(Module &M, std::vector<SectionPattern> Patterns)
      : M(M), Patterns(std::move(Patterns)) {}

  bool run();

private:
  const FunctionNames &names(const Function &F);
  const SectionPattern *patternOf(const Function &F, const Function *Caller);
  void makePhase(Function &F, StringRef Name, const DISubprogram *Within);
  Function *wrapper(Function &Callee, StringRef Name);
  FunctionCallee runtime(StringRef Name, ArrayRef<Type *> Parameters);
  bool wrapCalls(Function &Caller);

  Module &M;
  std::vector<SectionPattern> Patterns;
  DenseMap<const Function *, std::unique_ptr<FunctionNames>> Names;
  std::map<std::pair<Function *, std::string>, Function *> Wrappers;
};

} // namespace

const FunctionNames &PhaseInserter::names(const Function &F) {
  std::unique_ptr<FunctionNames> &Entry = Names[&F];
  if (!Entry)
    Entry = std::make_unique<FunctionNames>(F.getName());
  return *Entry;
}

/// The first pattern for \p F as a phase of its own (no caller), or where
/// \p Caller calls it.
const SectionPattern *PhaseInserter::patternOf(const Function &F,
                                               const Function *Caller) {
  for (const SectionPattern &Pattern : Patterns)
    if (Pattern.Caller.has_value() == (Caller != nullptr) &&
        (!Caller || Pattern.matchesCaller(names(*Caller))) &&
        Pattern.matches(names(F)))
      return &Pattern;
  return nullptr;
}

FunctionCallee PhaseInserter::runtime(StringRef Name,
                                      ArrayRef<Type *> Parameters) {
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(Type::getVoidTy(M.getContext()), Parameters,
                              /*isVarArg=*/false));
  if (auto *F = dyn_cast<Function>(Callee.getCallee()))
    F->setDoesNotThrow();
  return Callee;
}

void PhaseInserter::makePhase(Function &F, StringRef Name,
                              const DISubprogram *SP) {
  auto Locate = [&](IRBuilder<> &B) {
    if (SP)
      B.SetCurrentDebugLocation(DILocation::get(
          M.getContext(), 0, 0, const_cast<DISubprogram *>(SP)));
  };
  // Beginning and ending a phase has effects that the function had not.
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::WillReturn, Attribute::NoSync,
        Attribute::NoFree, Attribute::NoCallback, Attribute::NoRecurse,
        Attribute::Speculatable})
    F.removeFnAttr(Kind);
  IRBuilder<> Begin(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Locate(Begin);
  CallInst *BeginCall =
      Begin.CreateCall(runtime("__anomalloc_phase_begin", {Begin.getPtrTy()}),
                       Begin.CreateGlobalString(Name, "anomalloc.phase"));
  BeginCall->setDoesNotThrow();
  EscapeEnumerator Exits(F, "anomalloc.phase.cleanup");
  while (IRBuilder<> *End = Exits.Next()) {
    Locate(*End);
    End->CreateCall(runtime("__anomalloc_phase_end", {}))->setDoesNotThrow();
  }
}

/// A function that calls \p Callee as the phase \p Name.
Function *PhaseInserter::wrapper(Function &Callee, StringRef Name) {
  Function *&Wrapper = Wrappers[{&Callee, Name.str()}];
  if (Wrapper)
    return Wrapper;
  Wrapper =
      Function::Create(Callee.getFunctionType(), GlobalValue::InternalLinkage,
                       Callee.getName() + ".anomalloc.phase", M);
  Wrapper->setAttributes(Callee.getAttributes());
  Wrapper->setCallingConv(Callee.getCallingConv());
  for (Attribute::AttrKind Kind :
       {Attribute::NoInline, Attribute::OptimizeNone, Attribute::InlineHint})
    Wrapper->removeFnAttr(Kind);
  Wrapper->addFnAttr(Attribute::AlwaysInline);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", Wrapper));
  SmallVector<Value *, 8> Arguments;
  for (Argument &A : Wrapper->args())
    Arguments.push_back(&A);
  CallInst *Call = B.CreateCall(&Callee, Arguments);
  Call->setCallingConv(Callee.getCallingConv());
  AttributeList Attributes = Callee.getAttributes();
  Call->setAttributes(Attributes.removeFnAttributes(M.getContext()));
  if (Callee.doesNotThrow())
    Call->setDoesNotThrow();
  if (Callee.getReturnType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Call);
  makePhase(*Wrapper, Name, /*SP=*/nullptr);
  return Wrapper;
}

bool PhaseInserter::wrapCalls(Function &Caller) {
  bool Changed = false;
  for (Instruction &I : instructions(Caller)) {
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || Callee->isIntrinsic() || Callee->isVarArg() ||
        Callee->isPresplitCoroutine() || Call->isMustTailCall() ||
        isa<CallBrInst>(Call) ||
        Callee->getFunctionType() != Call->getFunctionType())
      continue;
    if (const SectionPattern *Pattern = patternOf(*Callee, &Caller)) {
      Call->setCalledFunction(
          wrapper(*Callee, Pattern->sectionName(names(*Callee))));
      Call->removeFnAttr(Attribute::Memory);
      Changed = true;
    }
  }
  return Changed;
}

bool PhaseInserter::run() {
  bool Changed = false;
  SmallVector<Function *, 32> Functions;
  for (Function &F : M)
    if (!F.isDeclaration() && !F.isPresplitCoroutine() &&
        !F.hasFnAttribute(Attribute::Naked))
      Functions.push_back(&F);
  for (Function *F : Functions)
    Changed |= wrapCalls(*F);
  for (Function *F : Functions)
    if (const SectionPattern *Pattern = patternOf(*F, nullptr)) {
      makePhase(*F, Pattern->sectionName(names(*F)), F->getSubprogram());
      Changed = true;
    }
  return Changed;
}

PreservedAnalyses SectionsPass::run(Module &M, ModuleAnalysisManager &) {
  if (Options.Sections.empty())
    return PreservedAnalyses::all();
  Expected<std::vector<SectionPattern>> Patterns =
      parseSectionPatterns(Options.Sections);
  if (!Patterns) {
    reportError(M.getContext(),
                "-anomalloc-sections: " + toString(Patterns.takeError()));
    return PreservedAnalyses::all();
  }
  return PhaseInserter(M, std::move(*Patterns)).run()
             ? PreservedAnalyses::none()
             : PreservedAnalyses::all();
}
