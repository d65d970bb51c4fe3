//===- WitnessPass.cpp - tells when iterations and calls end --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs behind the pass of Anomalloc, which marks the calls that allocate by
/// metadata. In each function with such calls it tells witness.c
/// \code
///   witness_enter(&Call)             at the entry
///   witness_made(&Call, Site, Loops, Block)   behind each marked call; Loops
///                                    has a bit for each loop around it
///   witness_turn(&Call, Loop)        at the header of each such loop
///   witness_leave(&Call)             before each return, and each resume of an
///                                    exception
/// \endcode
/// It asks for no verdict, and shares no code with the pass.
///
//===----------------------------------------------------------------------===//

#include "Compat.h" // The seams between majors of LLVM, of lib/Pass.
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {

/// A bit for each loop with a marked call. The last one stands for all others.
constexpr unsigned MostLoops = 64;

struct Marked {
  CallBase *Call;
  uint64_t Site;
};

/// The call, if it makes one block of the heap and returns its address.
std::optional<Marked> markedCall(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  MDNode *Its = Call ? Call->getMetadata("anomalloc") : nullptr;
  if (!Its || !Call->getType()->isPointerTy() ||
      cast<MDString>(Its->getOperand(6))->getString() != "heap")
    return std::nullopt;
  return Marked{
      Call, mdconst::extract<ConstantInt>(Its->getOperand(0))->getZExtValue()};
}

class Witness {
public:
  explicit Witness(Module &M)
      : Pointer(PointerType::get(M.getContext(), 0)),
        Number(Type::getInt64Ty(M.getContext())),
        Nothing(Type::getVoidTy(M.getContext())),
        Enter(M.getOrInsertFunction("witness_enter", Nothing, Pointer)),
        Leave(M.getOrInsertFunction("witness_leave", Nothing, Pointer)),
        Turn(M.getOrInsertFunction("witness_turn", Nothing, Pointer, Number)),
        Made(M.getOrInsertFunction("witness_made", Nothing, Pointer, Number,
                                   Number, Pointer)) {}

  bool watch(Function &F);

private:
  Type *Pointer, *Number, *Nothing;
  FunctionCallee Enter, Leave, Turn, Made;
};

bool Witness::watch(Function &F) {
  SmallVector<Marked, 8> Calls;
  SmallVector<Instruction *, 8> Ends;
  for (BasicBlock &B : F)
    for (Instruction &I : B) {
      if (std::optional<Marked> Its = markedCall(I))
        Calls.push_back(*Its);
      if (isa<ReturnInst, ResumeInst>(I)) {
        CallInst *Last = B.getTerminatingMustTailCall();
        Ends.push_back(Last ? Last : &I);
      }
    }
  if (Calls.empty())
    return false;
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  MapVector<Loop *, unsigned> Numbers;
  SmallVector<uint64_t, 8> Around;
  for (const Marked &M : Calls) {
    uint64_t Mask = 0;
    for (Loop *L = Loops.getLoopFor(M.Call->getParent()); L;
         L = L->getParentLoop()) {
      unsigned Its =
          Numbers.insert({L, unsigned(Numbers.size())}).first->second;
      Mask |= uint64_t(1) << std::min(Its, MostLoops - 1);
    }
    Around.push_back(Mask);
  }

  IRBuilder<> Builder(&*F.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Call = Builder.CreateAlloca(Number);
  BasicBlock::iterator First = Call->getIterator();
  while (isa<AllocaInst>(*First))
    ++First;
  Builder.SetInsertPoint(First);
  Builder.CreateCall(Enter, Call);
  for (auto &[L, Its] : Numbers) {
    Builder.SetInsertPoint(L->getHeader()->getFirstInsertionPt());
    Builder.CreateCall(
        Turn, {Call, ConstantInt::get(Number, std::min(Its, MostLoops - 1))});
  }
  for (Instruction *End : Ends) {
    Builder.SetInsertPoint(End);
    Builder.CreateCall(Leave, Call);
  }
  for (auto [M, Mask] : zip(Calls, Around)) {
    if (auto *Invoke = dyn_cast<InvokeInst>(M.Call)) {
      BasicBlock *Normal = Invoke->getNormalDest();
      if (!Normal->getSinglePredecessor())
        Normal = SplitEdge(Invoke->getParent(), Normal);
      Builder.SetInsertPoint(Normal->getFirstInsertionPt());
    } else {
      Builder.SetInsertPoint(std::next(M.Call->getIterator()));
    }
    Builder.CreateCall(Made, {Call, ConstantInt::get(Number, M.Site),
                              ConstantInt::get(Number, Mask), M.Call});
  }
  // What was inferred of the function does not hold any more.
  F.removeFnAttr(Attribute::Memory);
  return true;
}

class WitnessPass : public PassInfoMixin<WitnessPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Witness Its(M);
    bool Changed = false;
    for (Function &F : M)
      if (!F.isDeclaration())
        Changed |= Its.watch(F);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

extern "C" PassPluginLibraryInfo LLVM_ATTRIBUTE_WEAK llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Witness", "1", [](PassBuilder &PB) {
            anomalloc::compat::registerOptimizerLast(
                PB, [](ModulePassManager &MPM) { MPM.addPass(WitnessPass()); });
          }};
}
