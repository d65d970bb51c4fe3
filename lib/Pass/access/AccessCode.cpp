//===- AccessCode.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/AccessCode.h"
#include "access/LoopMoments.h"
#include "anomalloc/Access.h"
#include "record/RecordBuilder.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace anomalloc;

/// Larger accesses, and operations on memory, call the runtime.
static constexpr uint64_t MostInline = 64;

AccessCode::AccessCode(Module &M)
    : I32(Type::getInt32Ty(M.getContext())),
      I64(Type::getInt64Ty(M.getContext())),
      Ptr(PointerType::getUnqual(M.getContext())),
      Read(declareEvent(M, "__anomalloc_access_read", {Ptr, I32})),
      Write(declareEvent(M, "__anomalloc_access_write", {Ptr, I32})),
      Range(declareEvent(M, "__anomalloc_access_range", {Ptr, Ptr, I64, I32})),
      Series(declareEvent(M, "__anomalloc_access_series",
                          {Ptr, Ptr, I64, I64, I32, I32})),
      Lanes(declareEvent(M, "__anomalloc_access_lanes",
                         {Ptr, Ptr, I32, I32, I32})),
      Move(M.getOrInsertFunction("__anomalloc_access_memmove", Ptr, Ptr, Ptr,
                                 I64)),
      Set(M.getOrInsertFunction("__anomalloc_access_memset", Ptr, Ptr, I32,
                                I64)),
      Clock(M.getOrInsertGlobal("__anomalloc_access_clock", I32)) {
  for (FunctionCallee Callee : {Read, Write})
    cast<Function>(Callee.getCallee())
        ->setCallingConv(CallingConv::PreserveAll);
}

/// Calls of the runtime keep the registers of the program.
static void callRuntime(RecordBuilder &B, FunctionCallee Callee,
                        ArrayRef<Value *> Arguments) {
  CallInst *Call = B.CreateCall(Callee, Arguments);
  Call->setCallingConv(cast<Function>(Callee.getCallee())->getCallingConv());
  Call->setDoesNotThrow();
}

static MDNode *unlikely(LLVMContext &C) {
  return MDBuilder(C).createUnlikelyBranchWeights();
}

static constexpr uint64_t AddressMask =
    (uint64_t(1) << ANOMALLOC_ACCESS_WINDOW_BITS) - 1;

Value *AccessCode::numberOf(RecordBuilder &B, Value *Pointer, Known &K) {
  Value *&Its = K.Numbers[Pointer];
  if (!Its)
    Its = B.CreateAnd(B.CreateLShr(B.CreatePtrToInt(Pointer, I64), 3),
                      AddressMask / 8);
  return Its;
}

Value *AccessCode::computeSlot(RecordBuilder &B, Value *Pointer, Known &K) {
  static_assert(sizeof(AnomallocAccessSlot) == sizeof(uint32_t), "I32");
  return B.CreateGEP(I32, K.Body.Window, numberOf(B, Pointer, K));
}

/// The object, and how far in it \p A begins.
static std::pair<Value *, int64_t> objectOf(const BlockAccess &A) {
  APInt Distance(64, 0);
  Value *Base = A.Pointer->stripAndAccumulateConstantOffsets(
      A.By->getModule()->getDataLayout(), Distance, /*AllowNonInbounds=*/true);
  return {Base, Distance.getSExtValue()};
}

/// The slot of the first byte is \p Number slots behind the result.
Value *AccessCode::slotOf(const BlockAccess &A, Known &K, uint64_t &Number) {
  const auto [Base, At] = objectOf(A);
  RecordBuilder B(A.Before, *A.By);
  // Of a field that begins at a multiple of 8, so does the object.
  const bool IsAligned = A.Alignment >= Align(8) && At % 8 == 0;
  Value *&Slot = K.Slots[Base];
  if (At >= 0 && At < ANOMALLOC_ACCESS_SLACK / 2 && (Slot || IsAligned)) {
    Number = uint64_t(At) / 8;
    if (!Slot)
      Slot = computeSlot(B, Base, K);
    return Slot;
  }
  Number = 0;
  return computeSlot(B, A.Pointer, K);
}

/// Whether it borrowed. A signal handler never comes into the middle. With
/// optimization, that is what a load, a subtraction and a store become.
static Value *subtractInOneInstruction(RecordBuilder &B, Value *Counter,
                                       unsigned Bytes) {
  Type *I16 = B.getInt16Ty();
  const Function &F = *B.GetInsertBlock()->getParent();
  if (!F.hasOptNone() ||
      Triple(F.getParent()->getTargetTriple()).getArch() != Triple::x86_64) {
    // Volatile, or the optimizer of the linker would join them with others.
    LoadInst *Old =
        B.CreateAlignedLoad(I16, Counter, Align(2), /*isVolatile=*/true);
    Value *Both = B.CreateBinaryIntrinsic(Intrinsic::usub_with_overflow, Old,
                                          B.getInt16(uint16_t(Bytes)));
    B.CreateAlignedStore(B.CreateExtractValue(Both, 0), Counter, Align(2),
                         /*isVolatile=*/true);
    return B.CreateExtractValue(Both, 1);
  }
  auto *Subtract = InlineAsm::get(
      FunctionType::get(B.getInt32Ty(), {B.getPtrTy()}, /*isVarArg=*/false),
      "subw $$" + std::to_string(Bytes) + ", $1",
      "={@ccc},*m,~{flags},~{memory}", /*hasSideEffects=*/true);
  CallInst *Call = B.CreateCall(Subtract, {Counter});
  Call->addParamAttr(
      0, Attribute::get(B.getContext(), Attribute::ElementType, I16));
  return B.CreateIsNotNull(Call);
}

void AccessCode::storeMoment(RecordBuilder &B, Value *Now, Value *Number,
                             const SecondBody &Body) {
  B.CreateAlignedStore(
      Now, B.CreateGEP(I32, Body.Last, B.CreateLShr(Number, 3)), Align(4));
}

Value *AccessCode::readClock(RecordBuilder &B) {
  LoadInst *Now = B.CreateAlignedLoad(I32, Clock, Align(4));
  Now->setAtomic(AtomicOrdering::Monotonic);
  return Now;
}

void AccessCode::noteMoment(const BlockAccess &A, Known &K) {
  // Of a block, one line that knows the moment is enough.
  if (!K.Noted.insert(getUnderlyingObject(A.Pointer)).second)
    return;
  if (K.Moments && K.Moments->keep(A))
    return;
  RecordBuilder B(A.Before, *A.By);
  if (!K.Clock)
    K.Clock = readClock(B);
  const auto [Base, At] = objectOf(A);
  Value *Number;
  if (K.Slots.lookup(Base) && At >= 0 && At % 8 == 0)
    Number = B.CreateAdd(numberOf(B, Base, K), B.getInt64(uint64_t(At) / 8));
  else
    Number = numberOf(B, A.Pointer, K);
  storeMoment(B, K.Clock, Number, K.Body);
}

void AccessCode::noteMomentAt(Instruction *Before, Value *Pointer,
                              const SecondBody &Body) {
  RecordBuilder B(Before, *Before);
  Known K(Body, nullptr);
  storeMoment(B, readClock(B), numberOf(B, Pointer, K), Body);
}

void AccessCode::countPiece(const BlockAccess &A, Value *Slot, uint64_t Number,
                            uint64_t Size) {
  RecordBuilder B(A.Before, *A.By);
  Value *Its = B.CreateConstInBoundsGEP1_64(I32, Slot, Number);
  Value *Counter = B.CreateConstInBoundsGEP1_64(
      B.getInt8Ty(), Its,
      A.IsWrite ? offsetof(AnomallocAccessSlot, Written)
                : offsetof(AnomallocAccessSlot, Read));
  Value *Borrows = subtractInOneInstruction(B, Counter, unsigned(Size));
  Instruction *Then = SplitBlockAndInsertIfThen(
      Borrows, A.Before->getIterator(), /*Unreachable=*/false,
      unlikely(A.By->getContext()));
  RecordBuilder AtThen(Then, *A.By);
  callRuntime(AtThen, A.IsWrite ? Write : Read, {Its, AtThen.getInt32(Size)});
}

void AccessCode::countRange(RecordBuilder &B, Known &K, Value *Pointer,
                            Value *Size, unsigned Kind) {
  callRuntime(B, Range, {K.Body.Window, Pointer, Size, B.getInt32(Kind)});
}

void AccessCode::count(const BlockAccess &A, Known &K) {
  if (A.Size > MostInline) {
    RecordBuilder B(A.Before, *A.By);
    return countRange(B, K, A.Pointer, B.getInt64(A.Size),
                      A.IsWrite ? ANOMALLOC_ACCESS_WRITE
                                : ANOMALLOC_ACCESS_READ);
  }
  uint64_t Number;
  Value *Slot = slotOf(A, K, Number);
  for (uint64_t At = 0; At < A.Size; At += 8)
    countPiece(A, Slot, Number + At / 8, std::min<uint64_t>(A.Size - At, 8));
  noteMoment(A, K);
}

void AccessCode::countMemIntrinsic(MemIntrinsic &I, Known &K) {
  auto *Transfer = dyn_cast<MemTransferInst>(&I);
  const bool Reads = Transfer && !isOfVariable(Transfer->getRawSource());
  const bool Writes = !isOfVariable(I.getRawDest());
  if (!Reads && !Writes)
    return;
  RecordBuilder B(&I, I);
  Value *Size = B.CreateZExtOrTrunc(I.getLength(), I64);
  // No function of ours copies from or to a segment.
  if (I.getDestAddressSpace() ||
      (Transfer && Transfer->getSourceAddressSpace())) {
    if (Reads)
      countRange(B, K, Transfer->getRawSource(), Size, ANOMALLOC_ACCESS_READ);
    if (Writes)
      countRange(B, K, I.getRawDest(), Size, ANOMALLOC_ACCESS_WRITE);
    return;
  }
  auto *Constant = dyn_cast<ConstantInt>(Size);
  // What becomes a call of the C library must be a call of ours: the library's
  // functions may be counted by themselves.
  if (!Constant || Constant->getZExtValue() > MostInline ||
      isa<MemMoveInst>(I)) {
    if (Transfer)
      B.CreateCall(Move, {I.getRawDest(), Transfer->getRawSource(), Size});
    else
      B.CreateCall(Set,
                   {I.getRawDest(),
                    B.CreateZExt(cast<MemSetInst>(I).getValue(), I32), Size});
    I.eraseFromParent();
    return;
  }
  if (Reads)
    countRange(B, K, Transfer->getRawSource(), Size, ANOMALLOC_ACCESS_READ);
  if (Writes) {
    auto *Fill = dyn_cast<MemSetInst>(&I);
    auto *Value = Fill ? dyn_cast<ConstantInt>(Fill->getValue()) : nullptr;
    countRange(B, K, I.getRawDest(), Size,
               !Fill                      ? ANOMALLOC_ACCESS_COPY
               : Value && Value->isZero() ? ANOMALLOC_ACCESS_ZERO
                                          : ANOMALLOC_ACCESS_WRITE);
  }
  if (I.getIntrinsicID() == Intrinsic::memcpy) {
    B.CreateMemCpyInline(I.getRawDest(), I.getDestAlign(),
                         Transfer->getRawSource(), Transfer->getSourceAlign(),
                         Size, I.isVolatile());
    I.eraseFromParent();
  } else if (I.getIntrinsicID() == Intrinsic::memset) {
    auto *Fill = cast<MemSetInst>(&I);
    B.CreateMemSetInline(I.getRawDest(), I.getDestAlign(), Fill->getValue(),
                         Size, I.isVolatile());
    I.eraseFromParent();
  }
}

/// A variable of the function around \p In.
static AllocaInst *addVariable(Instruction &In, Type *Its) {
  BasicBlock &Entry = In.getFunction()->getEntryBlock();
  return new AllocaInst(Its, 0, "lanes", Entry.getFirstInsertionPt());
}

void AccessCode::countMasked(Instruction &I, const MaskedAccess &A,
                             const SecondBody &Body) {
  RecordBuilder B(&I, I);
  Value *Kind =
      B.getInt32(A.IsWrite ? ANOMALLOC_ACCESS_WRITE : ANOMALLOC_ACCESS_READ);
  if (A.IsCompact) {
    Value *Bits = B.CreateBitCast(A.Mask, B.getIntNTy(A.Lanes));
    Value *Number = B.CreateZExtOrTrunc(
        B.CreateUnaryIntrinsic(Intrinsic::ctpop, Bits), I64);
    callRuntime(B, Range,
                {Body.Window, A.Pointers,
                 B.CreateMul(Number, B.getInt64(A.LaneSize)), Kind});
    return;
  }
  Value *Pointers = A.Pointers;
  if (!Pointers->getType()->isVectorTy()) {
    SmallVector<Constant *, 16> Offsets;
    for (unsigned Lane = 0; Lane != A.Lanes; ++Lane)
      Offsets.push_back(B.getInt64(Lane * A.LaneSize));
    Pointers =
        B.CreateGEP(B.getInt8Ty(), Pointers, ConstantVector::get(Offsets));
  }
  // Lanes that are not set have null pointers.
  Pointers = B.CreateSelect(A.Mask, Pointers,
                            Constant::getNullValue(Pointers->getType()));
  AllocaInst *Memory = addVariable(I, Pointers->getType());
  B.CreateStore(Pointers, Memory);
  callRuntime(B, Lanes,
              {Body.Window, Memory, B.getInt32(A.Lanes),
               B.getInt32(uint32_t(A.LaneSize)), Kind});
}

void AccessCode::countAll(BasicBlock &Block, const SecondBody &Body,
                          const DenseSet<Instruction *> &Counted,
                          LoopMoments *Moments) {
  Known K(Body, Moments);
  SmallVector<Instruction *, 32> All;
  for (Instruction &I : Block)
    All.push_back(&I);
  SmallVector<BlockAccess, 2> Its;
  for (Instruction *I : All) {
    if (auto *Memory = dyn_cast<MemIntrinsic>(I)) {
      countMemIntrinsic(*Memory, K);
      continue;
    }
    if (const std::optional<MaskedAccess> Masked = findMaskedAccess(*I))
      countMasked(*I, *Masked, Body);
    // It stays a call, which the C library's functions count.
    if (isComparison(*I))
      cast<CallBase>(I)->addFnAttr(Attribute::NoBuiltin);
    if (!Counted.contains(I)) {
      Its.clear();
      findAccesses(*I, Its);
      for (const BlockAccess &A : Its)
        count(A, K);
    }
    if (mayMeetAllocation(*I)) {
      K.Clock = nullptr;
      K.Noted.clear();
    }
  }
}

void AccessCode::countAt(Instruction *Before, ArrayRef<BlockAccess> All,
                         const SecondBody &Body, LoopMoments *Moments) {
  Known K(Body, Moments);
  for (BlockAccess A : All) {
    A.Before = Before;
    count(A, K);
  }
}

void AccessCode::countSeries(Instruction *Before, const BlockAccess &One,
                             const SecondBody &Body, Value *First,
                             int64_t Stride, Value *Count) {
  RecordBuilder B(Before, *One.By);
  callRuntime(B, Series,
              {Body.Window, First, B.getInt64(uint64_t(Stride)), Count,
               B.getInt32(One.Size),
               B.getInt32(One.IsWrite ? ANOMALLOC_ACCESS_WRITE
                                      : ANOMALLOC_ACCESS_READ)});
}
