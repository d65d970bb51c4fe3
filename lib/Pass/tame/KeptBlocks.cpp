//===- KeptBlocks.cpp - blocks that a loop uses again ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/KeptBlocks.h"
#include "tame/Detours.h"
#include "tame/StaleMarks.h"
#include "tame/TameMark.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace anomalloc;

namespace {

/// A plan that is carried out, and its variables. Last and Size may be null.
class KeptBlock {
public:
  KeptBlock(Function &F, const KeptPlan &Plan);
  void provide();
  void take(CallInst &Free, bool IsExact);
  /// Frees the kept block, if there is one, in front of \p Before.
  void empty(Instruction &Before);

  const KeptPlan &Plan;

private:
  Value *freeTooSmall(Value *Block, Value *Asked);
  /// Whether each block is small enough to be kept.
  bool isSmall() const { return Plan.Bound && *Plan.Bound <= Plan.Most; }

  AllocaInst *Kept;           ///< The free block, or null.
  AllocaInst *Last = nullptr; ///< What the call returned last, if kept later.
  AllocaInst *Size = nullptr; ///< Of the last block, in bytes.
};

} // namespace

KeptBlock::KeptBlock(Function &F, const KeptPlan &Plan) : Plan(Plan) {
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
  Constant *Null = Constant::getNullValue(B.getPtrTy());
  Kept = B.CreateAlloca(B.getPtrTy(), nullptr, "anomalloc.kept");
  if (!Plan.Compared.empty())
    Last = B.CreateAlloca(B.getPtrTy(), nullptr, "anomalloc.last");
  if (!Plan.SameSize)
    Size = B.CreateAlloca(B.getInt64Ty(), nullptr, "anomalloc.size");
  B.CreateStore(Null, Kept);
  if (Last)
    B.CreateStore(Null, Last);
  if (Size)
    B.CreateStore(B.getInt64(0), Size);
}

/// In front of the call: frees \p Block, which is kept, if it is not null, and
/// asks for more than \p Asked then. Returns the bytes asked for.
Value *KeptBlock::freeTooSmall(Value *Block, Value *Asked) {
  CallBase &Call = *Plan.Call;
  IRBuilder<> B(&Call);
  Value *More = Asked;
  if (Plan.Factors.size() == 1 && !Plan.What.Asked) {
    Value *Twice = B.CreateShl(B.CreateLoad(B.getInt64Ty(), Size), 1);
    Twice =
        B.CreateBinaryIntrinsic(Intrinsic::umin, Twice, B.getInt64(Plan.Most));
    More =
        B.CreateSelect(B.CreateIsNull(Block), Asked,
                       B.CreateBinaryIntrinsic(Intrinsic::umax, Asked, Twice));
    Call.setArgOperand(Plan.SizeArgument, More);
  }
  empty(Call);
  return More;
}

void KeptBlock::provide() {
  CallBase &Call = *Plan.Call;
  IRBuilder<> B(&Call);
  Constant *Null = Constant::getNullValue(B.getPtrTy());
  Value *Block = B.CreateLoad(B.getPtrTy(), Kept);
  Value *Fits = B.CreateIsNotNull(Block), *Asked = nullptr;
  Value *Has = nullptr, *Overflows = nullptr;
  if (Size || Plan.What.IsZeroed || (Last && !isSmall()))
    Asked = createProduct(B, Plan.Factors, Size ? &Overflows : nullptr);
  if (Size) {
    Has = B.CreateLoad(B.getInt64Ty(), Size);
    Fits = B.CreateAnd(Fits, B.CreateICmpULE(Asked, Has));
    if (Overflows)
      Fits = B.CreateAnd(Fits, B.CreateNot(Overflows));
  }
  Detour Way = detourAround(Call, *Fits, *Block, "anomalloc.kept");
  B.SetInsertPoint(Way.Instead);
  B.CreateStore(Null, Kept);
  if (Plan.What.IsZeroed)
    B.CreateMemSet(Block, B.getInt8(0), Asked, Call.getRetAlign());
  B.SetInsertPoint(Way.Result);
  PHINode *Bytes = Size ? B.CreatePHI(B.getInt64Ty(), 2) : nullptr;
  BasicBlock *Behind = Way.Result->getParent();
  B.SetInsertPoint(Behind, Behind->getFirstInsertionPt());
  if (Size) {
    Value *More = freeTooSmall(Block, Asked);
    Bytes->addIncoming(Has, Way.Instead->getParent());
    Bytes->addIncoming(More, Call.getParent());
    B.CreateStore(Bytes, Size);
    Value *IsSmall = B.CreateICmpULE(Bytes, B.getInt64(Plan.Most));
    // Of a product that is wrong there is no block.
    B.CreateStore(B.CreateSelect(IsSmall, Way.Result, Null), Last);
  } else if (Last) {
    Value *Kept = Way.Result;
    if (!isSmall())
      Kept = B.CreateSelect(B.CreateICmpULE(Asked, B.getInt64(Plan.Most)), Kept,
                            Null);
    B.CreateStore(Kept, Last);
  }
  markTame(Call);
}

void KeptBlock::take(CallInst &Free, bool IsExact) {
  IRBuilder<> B(&Free);
  Value *Freed = Free.getArgOperand(0);
  if (IsExact && !isSmall()) {
    Value *Fits =
        B.CreateICmpULE(createProduct(B, Plan.Factors), B.getInt64(Plan.Most));
    B.SetInsertPoint(detourAroundFree(Free, *Fits));
    B.CreateStore(Freed, Kept);
    return;
  }
  if (IsExact) {
    B.CreateStore(Freed, Kept);
    Free.eraseFromParent();
    return;
  }
  Value *IsLast =
      B.CreateAnd(B.CreateICmpEQ(Freed, B.CreateLoad(B.getPtrTy(), Last)),
                  B.CreateIsNotNull(Freed));
  B.SetInsertPoint(detourAroundFree(Free, *IsLast));
  B.CreateStore(Freed, Kept);
}

void KeptBlock::empty(Instruction &Before) {
  IRBuilder<> B(&Before);
  Constant *Null = Constant::getNullValue(B.getPtrTy());
  Value *Block = B.CreateLoad(B.getPtrTy(), Kept);
  B.CreateStore(Null, Kept);
  if (Last)
    B.CreateStore(Null, Last);
  Instruction *Then = SplitBlockAndInsertIfThen(B.CreateIsNotNull(Block),
                                                &Before, /*Unreachable=*/false);
  B.SetInsertPoint(Then);
  // A call that may be inlined needs a line, if its function has some.
  DebugLoc Line = Plan.Call->getDebugLoc();
  if (DISubprogram *F = Then->getFunction()->getSubprogram(); F && !Line)
    Line = DILocation::get(F->getContext(), 0, 0, F);
  B.SetCurrentDebugLocation(Line);
  Plan.What.createFree(B, Block);
}

/// Another call in place of \p Free, which says a size.
static CallInst *withoutSize(CallInst &Free) {
  // operator delete(void *, size_t) and with an alignment ([new.delete]).
  std::string Name = Free.getCalledFunction()->getName().str();
  Name.erase(Name.find("Pvm") + 2, 1);
  SmallVector<Value *, 2> Arguments(Free.args());
  Arguments.erase(Arguments.begin() + 1);
  SmallVector<Type *, 2> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  IRBuilder<> B(&Free);
  FunctionCallee Callee = Free.getModule()->getOrInsertFunction(
      Name, FunctionType::get(B.getVoidTy(), Types, /*isVarArg=*/false));
  CallInst *Call = B.CreateCall(Callee, Arguments);
  Call->setDoesNotThrow();
  Free.eraseFromParent();
  return Call;
}

/// Exceptions that leave the function through \p Throwing free what is kept.
static void handleExceptions(Function &F, ArrayRef<CallInst *> Throwing,
                             MutableArrayRef<KeptBlock> Blocks) {
  if (Throwing.empty())
    return;
  LLVMContext &C = F.getContext();
  if (!F.hasPersonalityFn())
    F.setPersonalityFn(cast<Constant>(
        F.getParent()
            ->getOrInsertFunction(
                "__gxx_personality_v0",
                FunctionType::get(Type::getInt32Ty(C), /*isVarArg=*/true))
            .getCallee()));
  BasicBlock *Pad = BasicBlock::Create(C, "anomalloc.unwind", &F);
  IRBuilder<> B(Pad);
  LandingPadInst *Landing = B.CreateLandingPad(
      StructType::get(B.getPtrTy(), B.getInt32Ty()), /*NumClauses=*/0);
  Landing->setCleanup(true);
  Instruction *Resume = B.CreateResume(Landing);
  for (KeptBlock &Block : Blocks)
    Block.empty(*Resume);
  for (CallInst *Call : Throwing) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> Marks;
    Call->getAllMetadataOtherThanDebugLoc(Marks);
    BasicBlock *Block = Call->getParent();
    changeToInvokeAndSplitBasicBlock(Call, Pad);
    for (auto [Kind, Mark] : Marks)
      Block->getTerminator()->setMetadata(Kind, Mark);
  }
}

void anomalloc::keepBlocks(Function &F, ArrayRef<KeptPlan> Plans) {
  SmallVector<KeptBlock, 4> Blocks;
  DenseMap<CallInst *, CallInst *> Unsized;
  SmallSetVector<CallInst *, 8> Throwing;
  for (const KeptPlan &Plan : Plans) {
    Blocks.emplace_back(F, Plan);
    for (CallInst *Free : Plan.Sized)
      if (auto [I, New] = Unsized.try_emplace(Free); New)
        I->second = withoutSize(*Free);
    Throwing.insert(Plan.Throwing.begin(), Plan.Throwing.end());
  }
  auto Now = [&](CallInst *Free) {
    CallInst *Other = Unsized.lookup(Free);
    return Other ? Other : Free;
  };
  for (KeptBlock &Block : Blocks) {
    Block.provide();
    for (CallInst *Free : Block.Plan.Exact)
      Block.take(*Now(Free), /*IsExact=*/true);
    for (CallInst *Free : Block.Plan.Compared)
      Block.take(*Now(Free), /*IsExact=*/false);
    for (BasicBlock *Exit : Block.Plan.Exits)
      Block.empty(*Exit->getFirstInsertionPt());
  }
  handleExceptions(F, Throwing.getArrayRef(), Blocks);
  forgetAliasing(F);
}
