//===- Record.h - the code that counts --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inserts the recording beside a call; the call itself stays. A heap call of
/// constant size (x86-64; the names are those of anomalloc/Abi.h):
/// \code
///     %tls = call ptr @llvm.threadlocal.address(ptr @__anomalloc_tls)
///     %base = load atomic i64, CallerBase of @anomalloc.unit monotonic
///     store volatile i64 (or i64 %base, slot | ANOMALLOC_ASKING_SITE),
///                    Asking of %tls
///     %p = call ptr @malloc(i64 24)
///     %index = load atomic i32, ptr @anomalloc.unit acquire
///     %blocks = load atomic ptr, Blocks of %tls monotonic
///     %block = load atomic ptr, element %index of %blocks monotonic
///     br (icmp eq %block, null), label %unknown, label %passed  ; unlikely
///   passed:
///     %asking = load volatile i64, Asking of %tls
///     br (icmp eq %asking, 0), label %known, label %unknown        ; likely
///   known:
///     asm "cmpq $1, %p; sbbq $-1, slot of %block"               ; never null:
///   unknown:                                                    ; "incq slot"
///     call preserve_mostcc void @__anomalloc_event(ptr @anomalloc.unit,
///                                                  i32 slot, ptr %p, i64 24)
/// \endcode
/// A site in makers alone also adds to the slots of the maker call in progress:
/// \code
///     %slot = load volatile i32, Caller of %tls
///     %index = load volatile i32, Caller + 4 of %tls
///     %block = ... element %index of %blocks ...
///     br (icmp eq %block, null), label %unknown, label %known   ; unlikely
///   known:
///     asm "incq %slot of %block", "addq 24, the next one"
///   unknown:
///     call preserve_mostcc void @__anomalloc_made(ptr @anomalloc.unit, ptr %p,
///                                                 i64 24)
/// \endcode
/// Maker calls: MakerGuards.h.
/// The increment is one instruction, so that a signal handler never sees half
/// of it. All that is inserted is marked !nosanitize.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_H
#define ANOMALLOC_PASS_RECORD_H

#include "Classify.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

namespace anomalloc {

struct FoundSite;

/// A builder whose instructions no sanitizer looks at.
class RecordBuilder : public llvm::IRBuilder<llvm::ConstantFolder,
                                             llvm::IRBuilderCallbackInserter> {
public:
  /// Inserts before \p Before, at the location of \p Of, or at line 0.
  RecordBuilder(llvm::Instruction *Before, const llvm::Instruction &Of);
  /// The same at the end of a block without terminator.
  RecordBuilder(llvm::BasicBlock *AtEnd, const llvm::Instruction &Of);

private:
  void setLocation(const llvm::Instruction &Of);
};

/// A function of the runtime's, without result, of the convention that
/// preserves most registers.
llvm::FunctionCallee declareEvent(llvm::Module &M, llvm::StringRef Name,
                                  llvm::ArrayRef<llvm::Type *> Parameters);

/// A thread-local variable of the runtime's.
llvm::GlobalVariable *declareThreadLocal(llvm::Module &M, llvm::StringRef Name,
                                         uint64_t Size, llvm::Align A);

/// One object serves one module. The recording of a function is inserted after
/// everything about it has been collected: analyses are not kept.
class Recorder {
public:
  Recorder(llvm::Module &M, llvm::GlobalVariable &Unit);

  /// Records the events of a site; with \p InMakersAlone also at the maker call
  /// in progress.
  void recordSite(const FoundSite &Site, unsigned Slot, bool InMakersAlone);

  /// The maker call in progress: the thread's Caller.
  /// What sites in makers make from \p Call on is added to the slots of the
  /// unit's maker call \p Number, an index of \p Callers.
  void setCaller(llvm::CallBase &Call, llvm::GlobalVariable &Callers,
                 unsigned Number);
  llvm::Value *loadCaller(llvm::Instruction *Before);
  void putBackCaller(llvm::Instruction *Before, llvm::Value *Caller);
  /// From \p Before on it is not known.
  void forgetCaller(llvm::Instruction *Before);

  /// The first call of a chain of jumps: the thread's Jump.
  llvm::Value *loadJump(llvm::IRBuilderBase &B);
  void storeJump(llvm::IRBuilderBase &B, llvm::Value *Jump);

  /// Adds 1 to \p EntriesSlot and \p Iterations (unless null) to
  /// \p IterationsSlot before \p Before.
  void recordLoop(llvm::Instruction *Before, unsigned EntriesSlot,
                  llvm::Value *Iterations, unsigned IterationsSlot);

  /// Fields of the thread's state (struct AnomallocTls), for ViaGuards.
  llvm::Value *tls(llvm::IRBuilderBase &B);
  llvm::Value *asking(llvm::IRBuilderBase &B, llvm::Value *Tls);
  llvm::Value *via(llvm::IRBuilderBase &B, llvm::Value *Tls);
  llvm::Value *viaSlot(llvm::IRBuilderBase &B, llvm::Value *Tls);

private:
  using OwnBlock = std::pair<llvm::Value *, llvm::Value *>;
  using SplitBlocks = std::pair<llvm::Instruction *, llvm::Instruction *>;

  void recordHeapOrPool(const FoundSite &Site, unsigned Slot,
                        bool InMakersAlone);
  void recordMade(const FoundSite &Site, llvm::Value *Tls, llvm::Value *Blocks,
                  llvm::Instruction *After);
  llvm::Value *recordDynamic(const FoundSite &Site, unsigned Slot,
                             llvm::Value *Tls, llvm::Instruction *After);
  void recordLeading(llvm::CallBase &Call, unsigned Slot, bool InMakersAlone);
  llvm::Value *jump(llvm::IRBuilderBase &B);
  llvm::Value *callerBase(llvm::IRBuilderBase &B);
  OwnBlock ownBlock(llvm::IRBuilderBase &B, llvm::Value *Tls,
                    bool OfPools = false);
  llvm::Value *block(llvm::IRBuilderBase &B, llvm::Value *Blocks,
                     llvm::Value *UnitIndex);
  llvm::Value *blocks(llvm::IRBuilderBase &B, llvm::Value *Tls, bool OfPools);
  llvm::Value *caller(llvm::IRBuilderBase &B, llvm::Value *Tls,
                      unsigned Offset = 0);
  SplitBlocks splitOnBlock(llvm::Value *Block, llvm::Instruction *Before);
  void branchTo(llvm::Instruction *Known, llvm::Value *Condition,
                llvm::BasicBlock *Otherwise);
  SplitBlocks splitOnEvent(const FoundSite &Site, llvm::Value *Tls,
                           llvm::Value *Block, llvm::Instruction *Before);
  void add(llvm::IRBuilderBase &B, llvm::Value *Block, unsigned Slot,
           llvm::Value *Amount);
  void addIfNotNull(llvm::IRBuilderBase &B, llvm::Value *Block, unsigned Slot,
                    llvm::Value *Pointer);
  void increment(llvm::IRBuilderBase &B, llvm::Value *Block, unsigned Slot);
  llvm::Value *slotAddress(llvm::IRBuilderBase &B, llvm::Value *Block,
                           unsigned Slot);
  void callRuntime(llvm::IRBuilderBase &B, llvm::FunctionCallee Callee,
                   llvm::ArrayRef<llvm::Value *> Arguments, bool Cold);

  llvm::Module &M;
  llvm::GlobalVariable &Unit;
  llvm::GlobalVariable *Tls;
  llvm::Type *Void, *I32, *I64, *Ptr;
  llvm::FunctionCallee Event, EventDynamic, Add, Made;
  bool IsX86_64;
  bool NamesTls; ///< Assembly code can address the thread's state.
};

/// Where code that follows \p Call on its normal way out goes (before the
/// returned instruction); splits the edge of an invoke if it must. Null: the
/// call does not return.
llvm::Instruction *insertionPointAfter(llvm::CallBase &Call);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_H
