//===- Record.cpp - the code that counts ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/Record.h"
#include "Compat.h"
#include "anomalloc/Abi.h"
#include "sites/SiteFinder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace anomalloc;

Recorder::Recorder(Module &M, GlobalVariable &Unit)
    : ThreadState(M), M(M), Unit(Unit),
      Ptr(PointerType::getUnqual(M.getContext())),
      Event(declareEvent(M, "__anomalloc_event", {Ptr, I32, Ptr, I64})),
      EventDynamic(
          declareEvent(M, "__anomalloc_event_dynamic", {Ptr, I32, Ptr, I64})),
      Add(declareEvent(M, "__anomalloc_add", {Ptr, I32, I64})),
      IsX86_64(compat::targetTriple(M).getArch() == Triple::x86_64) {}

/// The unit's index in the upper half.
Value *Recorder::callerBase(IRBuilderBase &B) {
  LoadInst *Base = B.CreateAlignedLoad(
      I64,
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), &Unit,
                                   offsetof(AnomallocUnit, CallerBase)),
      Align(8));
  Base->setAtomic(AtomicOrdering::Monotonic);
  return Base;
}

/// The thread's table of blocks. Nothing here may be remembered from one event
/// to the next: another thread may begin a section.
Value *Recorder::blocks(IRBuilderBase &B, Value *Tls, bool OfPools) {
  unsigned Offset = OfPools ? offsetof(AnomallocTls, PoolBlocks)
                            : offsetof(AnomallocTls, Blocks);
  LoadInst *Blocks = B.CreateAlignedLoad(
      Ptr, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Tls, Offset), Align(8));
  Blocks->setAtomic(AtomicOrdering::Monotonic);
  return Blocks;
}

/// The unit's slots of this thread, or null; and the table.
Recorder::OwnBlock Recorder::ownBlock(IRBuilderBase &B, Value *Tls,
                                      bool OfPools) {
  LoadInst *Index = B.CreateAlignedLoad(I32, &Unit, Align(4));
  Index->setAtomic(AtomicOrdering::Acquire);
  Value *Blocks = blocks(B, Tls, OfPools);
  return {block(B, Blocks, Index), Blocks};
}

Value *Recorder::block(IRBuilderBase &B, Value *Blocks, Value *UnitIndex) {
  Value *Element =
      B.CreateInBoundsGEP(Ptr, Blocks, B.CreateZExt(UnitIndex, I64));
  LoadInst *Block = B.CreateAlignedLoad(Ptr, Element, Align(8));
  Block->setAtomic(AtomicOrdering::Monotonic);
  return Block;
}

/// First: where the block is known. Second: where it is not.
Recorder::SplitBlocks Recorder::splitOnBlock(Value *Block,
                                             Instruction *Before) {
  RecordBuilder B(Before, *cast<Instruction>(Block));
  Instruction *Unknown, *Known;
  SplitBlockAndInsertIfThenElse(
      B.CreateIsNull(Block), Before, &Unknown, &Known,
      MDBuilder(M.getContext()).createUnlikelyBranchWeights());
  return {Known, Unknown};
}

/// \p Known is reached only if \p Condition holds, which is likely; else
/// \p Otherwise.
void Recorder::branchTo(Instruction *Known, Value *Condition,
                        BasicBlock *Otherwise) {
  BasicBlock *Compare = Known->getParent();
  BasicBlock *Then = SplitBlock(Compare, Known);
  Compare->getTerminator()->eraseFromParent();
  RecordBuilder(Compare, *Known)
      .CreateCondBr(Condition, Then, Otherwise,
                    MDBuilder(M.getContext()).createLikelyBranchWeights());
}

/// The same for the event of a site. If its heap call passed nobody who took
/// Asking away, the block is as good as unknown.
Recorder::SplitBlocks Recorder::splitOnEvent(const FoundSite &Site, Value *Tls,
                                             Value *Block,
                                             Instruction *Before) {
  auto [Known, Unknown] = splitOnBlock(Block, Before);
  if (Site.What.Family != SiteFamily::Heap)
    return {Known, Unknown};
  RecordBuilder B(Known, *Site.Call);
  Value *Passed =
      B.CreateIsNull(B.CreateAlignedLoad(I64, asking(B, Tls), Align(8),
                                         /*isVolatile=*/true));
  branchTo(Known, Passed, Unknown->getParent());
  return {Known, Unknown};
}

Value *Recorder::slotAddress(IRBuilderBase &B, Value *Block, unsigned Slot) {
  return B.CreateConstInBoundsGEP1_64(I64, Block, Slot);
}

/// Reads and writes Memory; more operands follow it.
static void inlineAsm(IRBuilderBase &B, StringRef Text, Value *Memory,
                      Value *Operand) {
  SmallVector<Type *, 3> Types{Memory->getType()};
  SmallVector<Value *, 3> Values{Memory};
  std::string Constraints = "=*m,";
  if (Operand) {
    Types.push_back(Operand->getType());
    Values.push_back(Operand);
    Constraints += "r,";
  }
  Types.push_back(Memory->getType());
  Values.push_back(Memory);
  Constraints += "*m,~{dirflag},~{fpsr},~{flags}";
  CallInst *Call = B.CreateCall(
      InlineAsm::get(FunctionType::get(B.getVoidTy(), Types, false), Text,
                     Constraints, /*hasSideEffects=*/true),
      Values);
  for (unsigned I : {0u, unsigned(Values.size()) - 1})
    Call->addParamAttr(I, Attribute::get(B.getContext(), Attribute::ElementType,
                                         B.getInt64Ty()));
  Call->setDoesNotThrow();
}

void Recorder::add(IRBuilderBase &B, Value *Block, unsigned Slot,
                   Value *Amount) {
  Value *Address = slotAddress(B, Block, Slot);
  if (IsX86_64)
    inlineAsm(B, "addq $1, $0", Address, Amount);
  else
    B.CreateAtomicRMW(AtomicRMWInst::Add, Address, Amount, Align(8),
                      AtomicOrdering::Monotonic, SyncScope::SingleThread);
}

void Recorder::increment(IRBuilderBase &B, Value *Block, unsigned Slot) {
  if (IsX86_64)
    inlineAsm(B, "incq $0", slotAddress(B, Block, Slot), nullptr);
  else
    add(B, Block, Slot, B.getInt64(1));
}

void Recorder::addIfNotNull(IRBuilderBase &B, Value *Block, unsigned Slot,
                            Value *Pointer) {
  // The comparison borrows if the pointer is null; subtracting -1 and the
  // borrow adds 1 or 0.
  if (IsX86_64)
    inlineAsm(B, "cmpq $$1, $1\n\tsbbq $$-1, $0", slotAddress(B, Block, Slot),
              Pointer);
  else
    add(B, Block, Slot, B.CreateZExt(B.CreateIsNotNull(Pointer), I64));
}

void Recorder::callRuntime(IRBuilderBase &B, FunctionCallee Callee,
                           ArrayRef<Value *> Arguments, bool Cold) {
  CallInst *Call = B.CreateCall(Callee, Arguments);
  Call->setCallingConv(CallingConv::PreserveMost);
  Call->setDoesNotThrow();
  if (Cold)
    Call->addFnAttr(Attribute::Cold);
}

static bool isPool(const FoundSite &Site) {
  return Site.What.Family == SiteFamily::Pool;
}

/// How the runtime is told of an event.
static unsigned eventSlot(const FoundSite &Site, unsigned Slot) {
  return isPool(Site) ? Slot | ANOMALLOC_POOL_SLOT : Slot;
}

/// The bytes that a call of dynamic size asked for.
static Value *sizeOf(IRBuilderBase &B, const FoundSite &Site) {
  if (!Site.What.Size)
    return B.getInt64(0);
  auto Argument = [&](unsigned I) {
    return B.CreateZExtOrTrunc(Site.Call->getArgOperand(I), B.getInt64Ty());
  };
  Value *Size = Argument(Site.What.Size->Size);
  if (Site.What.Size->Count)
    Size = B.CreateMul(Size, Argument(*Site.What.Size->Count));
  return Size;
}

/// Null if the call failed.
static Value *resultOf(IRBuilderBase &B, const FoundSite &Site) {
  CallBase *Call = Site.Call;
  if (Site.What.Shows == Success::ZeroResult)
    return B.CreateIntToPtr(B.CreateZExt(B.CreateIsNull(Call), B.getInt64Ty()),
                            B.getPtrTy());
  if (Call->getType()->isPointerTy())
    return Call;
  return B.CreateIntToPtr(B.getInt64(1), B.getPtrTy());
}

/// A site's first size is counted inline, any other by the runtime. Returns the
/// table of blocks, if it was needed.
Value *Recorder::recordDynamic(const FoundSite &Site, unsigned Slot, Value *Tls,
                               Instruction *After) {
  CallBase &Call = *Site.Call;
  RecordBuilder B(After, Call);
  Value *Result = resultOf(B, Site);
  Value *Size = sizeOf(B, Site);
  SmallVector<Value *, 4> Arguments{&Unit, B.getInt32(eventSlot(Site, Slot)),
                                    Result, Size};
  if (Call.getFunction()->hasOptSize()) {
    callRuntime(B, EventDynamic, Arguments, /*Cold=*/false);
    return nullptr;
  }

  auto [Block, Blocks] = ownBlock(B, Tls, isPool(Site));
  auto [Known, Unknown] = splitOnEvent(Site, Tls, Block, After);
  BasicBlock *Else = Unknown->getParent();
  RecordBuilder InKnown(Known, Call);
  LoadInst *First = InKnown.CreateAlignedLoad(
      I64, slotAddress(InKnown, Block, Slot), Align(8));
  First->setAtomic(AtomicOrdering::Monotonic);
  Value *Same =
      InKnown.CreateICmpEQ(First, InKnown.CreateAdd(Size, InKnown.getInt64(1)));
  branchTo(Known, Same, Else);
  RecordBuilder InCount(Known, Call), InElse(Unknown, Call);
  if (Site.What.Shows == Success::Always)
    increment(InCount, Block, Slot + 1);
  else
    addIfNotNull(InCount, Block, Slot + 1, Result);
  callRuntime(InElse, EventDynamic, Arguments, /*Cold=*/true);
  return Blocks;
}

/// Behind the own count: what it made, it made for the caller.
void Recorder::recordMade(const FoundSite &Site, Value *Tls, Value *Blocks,
                          Instruction *After) {
  CallBase &Call = *Site.Call;
  if (!Made)
    Made = declareEvent(M, "__anomalloc_made", {Ptr, Ptr, I64});
  RecordBuilder B(After, Call);
  Value *Result = resultOf(B, Site);
  Value *Size =
      Site.ConstantSize ? B.getInt64(*Site.ConstantSize) : sizeOf(B, Site);
  SmallVector<Value *, 3> Arguments{&Unit, Result, Size};
  if (Call.getFunction()->hasOptSize())
    return callRuntime(B, Made, Arguments, /*Cold=*/false);
  // Its halves: the slot and the unit's index.
  Value *Slot = B.CreateZExt(B.CreateAlignedLoad(I32, caller(B, Tls), Align(8),
                                                 /*isVolatile=*/true),
                             I64);
  Value *Index = B.CreateAlignedLoad(I32, caller(B, Tls, 4), Align(4),
                                     /*isVolatile=*/true);
  Value *Block = block(B, Blocks, Index);
  auto [Known, Unknown] = splitOnBlock(Block, After);
  RecordBuilder InKnown(Known, Call), InUnknown(Unknown, Call);
  Value *Own = InKnown.CreateInBoundsGEP(I64, Block, Slot);
  if (Site.What.Shows == Success::Always) {
    increment(InKnown, Own, 0);
  } else {
    addIfNotNull(InKnown, Own, 0, Result);
    Size = InKnown.CreateSelect(InKnown.CreateIsNotNull(Result), Size,
                                InKnown.getInt64(0));
  }
  add(InKnown, Own, 1, Size);
  callRuntime(InUnknown, Made, Arguments, /*Cold=*/true);
}

/// Whether the site of the call in progress counts a device's block.
void Recorder::tellDevices(IRBuilderBase &B, unsigned Counts) {
  Value *Asking = B.CreateThreadLocalAddress(declareThreadLocal(
      M, "__anomalloc_device_asking", sizeof(uint32_t), Align(4)));
  B.CreateAlignedStore(B.getInt32(Counts), Asking, Align(4),
                       /*isVolatile=*/true);
}

void Recorder::recordHeapOrPool(const FoundSite &Site, unsigned Slot,
                                bool InMakersAlone) {
  CallBase &Call = *Site.Call;
  bool IsHeap = Site.What.Family == SiteFamily::Heap;
  Instruction *After = insertionPointAfter(Call);
  if (!After)
    return;
  // Nobody may elide the call now that it is counted.
  Call.removeFnAttr(Attribute::Builtin);
  Call.addFnAttr(Attribute::NoBuiltin);

  RecordBuilder Front(&Call, Call);
  Value *Tls = tls(Front);
  if (IsHeap)
    Front.CreateAlignedStore(
        Front.CreateOr(callerBase(Front), Slot | ANOMALLOC_ASKING_SITE),
        asking(Front, Tls), Align(8), /*isVolatile=*/true);

  if (Site.What.IsWrapped)
    tellDevices(Front, 1);

  Value *Blocks;
  if (Site.ConstantSize) {
    RecordBuilder B(After, Call);
    Value *Result = resultOf(B, Site);
    Value *Block;
    std::tie(Block, Blocks) = ownBlock(B, Tls, isPool(Site));
    auto [Known, Unknown] = splitOnEvent(Site, Tls, Block, After);
    RecordBuilder InKnown(Known, Call), InUnknown(Unknown, Call);
    if (Site.What.Shows == Success::Always)
      increment(InKnown, Block, Slot);
    else
      addIfNotNull(InKnown, Block, Slot, Result);
    callRuntime(InUnknown, Event,
                {&Unit, InUnknown.getInt32(eventSlot(Site, Slot)), Result,
                 InUnknown.getInt64(*Site.ConstantSize)},
                /*Cold=*/true);
  } else {
    Blocks = recordDynamic(Site, Slot, Tls, After);
  }
  if (InMakersAlone)
    recordMade(Site, Tls, Blocks, After);
  if (Site.What.IsWrapped) {
    RecordBuilder Behind(After, Call);
    tellDevices(Behind, 0);
  }
}

void Recorder::recordLeading(CallBase &Call, unsigned Slot,
                             bool InMakersAlone) {
  if (InMakersAlone)
    Slot |= ANOMALLOC_VIA_MAKER;
  RecordBuilder Front(&Call, Call);
  Value *Tls = tls(Front);
  Front.CreateAlignedStore(Front.getInt32(Slot), viaSlot(Front, Tls), Align(4),
                           /*isVolatile=*/true);
  Front.CreateAlignedStore(&Unit, via(Front, Tls), Align(8),
                           /*isVolatile=*/true);
  Instruction *After = insertionPointAfter(Call);
  if (!After)
    return;
  RecordBuilder Back(After, Call);
  Back.CreateAlignedStore(Constant::getNullValue(Ptr), via(Back, Tls), Align(8),
                          /*isVolatile=*/true);
}

void Recorder::recordSite(const FoundSite &Site, unsigned Slot,
                          bool InMakersAlone) {
  if (Site.What.Family == SiteFamily::Leading)
    recordLeading(*Site.Call, Slot, InMakersAlone);
  else
    recordHeapOrPool(Site, Slot, InMakersAlone);
}

void Recorder::recordLoop(Instruction *Before, unsigned EntriesSlot,
                          Value *Iterations, unsigned IterationsSlot) {
  RecordBuilder B(Before, *Before);
  Value *Block = ownBlock(B, tls(B)).first;
  auto [Known, Unknown] = splitOnBlock(Block, Before);
  RecordBuilder InKnown(Known, *Before), InUnknown(Unknown, *Before);
  increment(InKnown, Block, EntriesSlot);
  callRuntime(InUnknown, Add,
              {&Unit, InUnknown.getInt32(EntriesSlot), InUnknown.getInt64(1)},
              /*Cold=*/true);
  if (!Iterations)
    return;
  add(InKnown, Block, IterationsSlot, Iterations);
  callRuntime(InUnknown, Add,
              {&Unit, InUnknown.getInt32(IterationsSlot), Iterations},
              /*Cold=*/true);
}

void Recorder::recordIterations(Instruction *Before, unsigned Slot,
                                Value *Number) {
  RecordBuilder B(Before, *Before);
  Value *Block = ownBlock(B, tls(B)).first;
  auto [Known, Unknown] = splitOnBlock(Block, Before);
  RecordBuilder InKnown(Known, *Before), InUnknown(Unknown, *Before);
  if (Number)
    add(InKnown, Block, Slot, Number);
  else
    increment(InKnown, Block, Slot);
  callRuntime(InUnknown, Add,
              {&Unit, InUnknown.getInt32(Slot),
               Number ? Number : InUnknown.getInt64(1)},
              /*Cold=*/true);
}
