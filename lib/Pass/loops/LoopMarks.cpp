//===- LoopMarks.cpp - where iterations of the source's loops begin -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "loops/LoopMarks.h"
#include "AnomallocPass.h"
#include "loops/WrittenLoop.h"
#include "sites/SiteMetadata.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace anomalloc;

static constexpr StringLiteral MarkName("anomalloc.iteration");
static constexpr StringLiteral ListName("anomalloc.loops");

static const CallBase *asCall(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && !isa<IntrinsicInst>(Call) && !Call->isInlineAsm() ? Call
                                                                   : nullptr;
}

static bool hasCall(const Loop &L, function_ref<bool(const CallBase &)> If) {
  return any_of(L.blocks(), [&](const BasicBlock *Block) {
    return any_of(*Block, [&](const Instruction &I) {
      const CallBase *Call = asCall(I);
      return Call && If(*Call);
    });
  });
}

//===----------------------------------------------------------------------===//
// Where an iteration begins
//===----------------------------------------------------------------------===//

namespace {

/// Marks the loops of one function, and tells them to the module's list.
class Marker {
public:
  /// \p Cycles may be null: all are loops.
  Marker(Function &F, LoopInfo &LI, const DominatorTree &DT,
         const CycleInfo *Cycles, GlobalVariable &Is)
      : F(F), LI(LI), DT(DT), Cycles(Cycles), Is(Is),
        List(*F.getParent()->getOrInsertNamedMetadata(ListName)) {}

  bool run() {
    unsigned Ordinal = 0;
    Directives Shared = findDirectives(F);
    for (Loop *L : LI.getLoopsInPreorder()) {
      ++Ordinal;
      if (!hasCall(*L, [](const CallBase &) { return true; }))
        continue;
      WrittenLoop Written(*L, DT, Shared);
      if (Written.isShared() && !Marks.empty() &&
          Marks.back().L == L->getParentLoop() &&
          Marks.back().Written.start() == Written.start())
        Marks.pop_back(); // It deals out pieces.
      Marks.push_back({L, Written, Ordinal - 1});
    }
    findCalls();
    auto Tell = [&](const void *L, const Loop *Parent, unsigned Ordinal,
                    LoopKind Kind) {
      NumberOf[L] = List.getNumOperands();
      while (Parent && !NumberOf.contains(Parent))
        Parent = Parent->getParentLoop();
      tell(Parent ? int(NumberOf[Parent]) : -1, Ordinal, Kind, CallsOf[L]);
    };
    for (const Mark &M : Marks)
      Tell(M.L, M.L->getParentLoop(), M.Ordinal, LoopKind::Natural);
    for (const Cycle *C : Irreducible)
      Tell(C, LI.getLoopFor(C->getHeader()), Ordinal++, LoopKind::Irreducible);
    if (NumberOf.empty())
      return false;
    if (!Unclear.empty())
      tell(-1, Ordinal, LoopKind::Unclear, Unclear);
    // From here on the loops are out of date.
    for (const Mark &M : Marks)
      Places.push_back(placeOf(M));
    for (auto [M, Place] : zip(Marks, Places))
      insert(Place, M.Written.start(), NumberOf[M.L]);
    return true;
  }

private:
  struct Mark {
    Loop *L;
    WrittenLoop Written;
    unsigned Ordinal;
  };
  /// The end of an edge, or a block as such.
  struct Place {
    BasicBlock *From, *To;
  };

  /// The innermost loop, or cycle that is none.
  const void *around(const BasicBlock *Block) {
    const Cycle *C = Cycles ? Cycles->getCycle(Block) : nullptr;
    if (!C || C->isReducible())
      return LI.getLoopFor(Block);
    Irreducible.insert(C);
    return C;
  }

  /// The blocks that only an exception leads to.
  SmallPtrSet<const BasicBlock *, 16> unwindingBlocks() {
    SmallPtrSet<const BasicBlock *, 16> Unwinding;
    SmallVector<BasicBlock *, 16> Below;
    for (BasicBlock &Block : F)
      if (Block.isEHPad() && !Unwinding.contains(&Block)) {
        DT.getDescendants(&Block, Below);
        Unwinding.insert(Below.begin(), Below.end());
      }
    return Unwinding;
  }

  /// The places of calls. The destructor of a temporary stands where the
  /// temporary does, but leaves the loop when an exception destroys it: it has
  /// no say if others stand there. Elsewhere calls in several loops may share
  /// one place, as the whole of a macro does.
  void findCalls() {
    SmallPtrSet<const BasicBlock *, 16> Unwinding = unwindingBlocks();
    MapVector<const DILocation *, SmallSetVector<const void *, 2>> LoopsOf;
    for (bool Unwinds : {false, true}) {
      auto Before = LoopsOf;
      for (Instruction &I : instructions(F))
        if (const DILocation *At = I.getDebugLoc().get();
            At && asCall(I) && Unwinding.contains(I.getParent()) == Unwinds &&
            !Before.contains(At))
          LoopsOf[At].insert(around(I.getParent()));
    }
    for (const auto &[At, Loops] : LoopsOf)
      if (Loops.size() > 1)
        Unclear.push_back(At);
      else if (const void *L = Loops.front())
        CallsOf[L].push_back(At);
  }

  void tell(int Parent, unsigned Ordinal, LoopKind Kind,
            ArrayRef<const DILocation *> Calls) {
    LLVMContext &C = F.getContext();
    auto Number = [&](int N) {
      return ConstantAsMetadata::get(
          ConstantInt::getSigned(Type::getInt32Ty(C), N));
    };
    SmallVector<Metadata *, 8> Operands{Number(Parent), Number(Ordinal),
                                        Number(int(Kind)),
                                        ValueAsMetadata::get(&F)};
    for (const DILocation *At : Calls)
      Operands.push_back(const_cast<DILocation *>(At));
    List.addOperand(MDNode::getDistinct(C, Operands));
  }

  Place placeOf(const Mark &M) {
    if (BranchInst *Condition = M.Written.condition())
      return {Condition->getParent(), Condition->getSuccessor(0)};
    return {nullptr, M.L->getHeader()};
  }

  void insert(Place P, DILocation *At, unsigned Number) {
    BasicBlock *Block = P.To;
    if (P.From && Block->getSinglePredecessor() != P.From)
      Block = SplitEdge(P.From, P.To);
    IRBuilder<> B(Block, Block->getFirstInsertionPt());
    DebugLoc Its(At);
    if (!Its)
      Its = Block->getTerminator()->getDebugLoc();
    if (DISubprogram *SP = F.getSubprogram(); SP && !Its)
      Its = DILocation::get(F.getContext(), 0, 0, SP);
    B.SetCurrentDebugLocation(Its);
    Constant *Null = ConstantPointerNull::get(B.getPtrTy());
    B.CreateIntrinsic(Intrinsic::var_annotation, {B.getPtrTy(), B.getPtrTy()},
                      {Null, &Is, Null, B.getInt32(Number), Null});
  }

  Function &F;
  LoopInfo &LI;
  const DominatorTree &DT;
  const CycleInfo *Cycles;
  GlobalVariable &Is;
  NamedMDNode &List;
  SmallVector<Mark, 4> Marks;
  SmallVector<Place, 4> Places;
  SmallVector<const DILocation *, 4> Unclear;
  /// Of loops, and of cycles that are none.
  DenseMap<const void *, SmallVector<const DILocation *, 4>> CallsOf;
  DenseMap<const void *, unsigned> NumberOf;
  SmallSetVector<const Cycle *, 2> Irreducible;
};

} // namespace

PreservedAnalyses LoopMarksPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!isForOurTarget(M) || M.getNamedMetadata(ListName))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  LLVMContext &C = M.getContext();
  M.getOrInsertNamedMetadata(ListName);
  Constant *Nothing = ConstantInt::get(Type::getInt8Ty(C), 0);
  auto *Is = new GlobalVariable(M, Nothing->getType(), /*isConstant=*/true,
                                GlobalValue::PrivateLinkage, Nothing, MarkName);
  bool Changed = false;
  for (Function &F : M)
    if (!F.isDeclaration() && !F.hasFnAttribute(Attribute::Naked) &&
        !F.hasFnAttribute(InstrumentedAttribute) &&
        any_of(instructions(F), asCall)) {
      LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
      ReversePostOrderTraversal<const Function *> Order(&F);
      const CycleInfo *Cycles =
          containsIrreducibleCFG<const BasicBlock *>(Order, LI)
              ? &FAM.getResult<CycleAnalysis>(F)
              : nullptr;
      if (Cycles || !LI.empty())
        Changed |=
            Marker(F, LI, FAM.getResult<DominatorTreeAnalysis>(F), Cycles, *Is)
                .run();
    }
  if (!Changed)
    Is->eraseFromParent();
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

//===----------------------------------------------------------------------===//
// What becomes of marks
//===----------------------------------------------------------------------===//

static std::optional<LoopMark> asMark(Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || Call->getIntrinsicID() != Intrinsic::var_annotation)
    return std::nullopt;
  const Value *Is = Call->getArgOperand(1)->stripPointerCasts();
  if (!isa<GlobalVariable>(Is) || !Is->getName().starts_with(MarkName))
    return std::nullopt;
  return LoopMark{
      Call,
      unsigned(cast<ConstantInt>(Call->getArgOperand(3))->getZExtValue())};
}

PreservedAnalyses LoopMarksPruner::run(Function &F,
                                       FunctionAnalysisManager &AM) {
  SmallVector<CallInst *, 8> Marks;
  for (Instruction &I : instructions(F))
    if (std::optional<LoopMark> Mark = asMark(I))
      Marks.push_back(Mark->Call);
  if (Marks.empty())
    return PreservedAnalyses::all();
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  bool Changed = false;
  for (CallInst *Mark : Marks) {
    const Loop *L = LI.getLoopFor(Mark->getParent());
    if (!L || hasCall(*L, [](const CallBase &Call) {
          return !Call.onlyReadsMemory();
        }))
      continue;
    Mark->eraseFromParent();
    Changed = true;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

SmallVector<LoopMark, 0> anomalloc::loopMarks(Module &M) {
  SmallVector<LoopMark, 0> Marks;
  if (!M.getNamedMetadata(ListName))
    return Marks;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (std::optional<LoopMark> Mark = asMark(I))
        Marks.push_back(*Mark);
  return Marks;
}

SmallVector<MarkedLoop, 0> anomalloc::markedLoops(const Module &M) {
  SmallVector<MarkedLoop, 0> Loops;
  const NamedMDNode *List = M.getNamedMetadata(ListName);
  if (!List)
    return Loops;
  for (const MDNode *Node : List->operands()) {
    auto Number = [&](unsigned Operand) {
      return mdconst::extract<ConstantInt>(Node->getOperand(Operand))
          ->getSExtValue();
    };
    MarkedLoop &L = Loops.emplace_back();
    if (int64_t Parent = Number(0); Parent >= 0)
      L.Parent = Parent;
    L.Ordinal = Number(1);
    L.Kind = LoopKind(Number(2));
    L.Origin =
        mdconst::dyn_extract_or_null<Function>(Node->getOperand(3).get());
    for (const MDOperand &O : drop_begin(Node->operands(), 4))
      if (const auto *At = dyn_cast_or_null<DILocation>(O.get()))
        L.Calls.push_back(At);
  }
  return Loops;
}

void anomalloc::forgetLoopMarks(Module &M) {
  Function *Marks = nullptr;
  for (LoopMark Mark : loopMarks(M)) {
    Marks = Mark.Call->getCalledFunction();
    Mark.Call->eraseFromParent();
  }
  if (Marks && Marks->use_empty())
    Marks->eraseFromParent();
  for (GlobalVariable &G : make_early_inc_range(M.globals()))
    if (G.getName().starts_with(MarkName) && G.use_empty())
      G.eraseFromParent();
  if (NamedMDNode *List = M.getNamedMetadata(ListName))
    M.eraseNamedMetadata(List);
}
