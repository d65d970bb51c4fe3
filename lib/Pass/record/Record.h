//===- Record.h - the code that counts --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inserts the code that counts beside a call. The call itself stays. For a
/// heap call of constant size, the code is this (x86-64; the names are those of
/// anomalloc/Abi.h):
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
/// MakerGuards.h inserts the code around maker calls. The increment is one
/// instruction, so that a signal handler never sees half of it. All inserted
/// instructions are marked !nosanitize.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_RECORD_H
#define ANOMALLOC_PASS_RECORD_RECORD_H

#include "record/RecordBuilder.h"
#include "record/ThreadState.h"
#include "sites/Classify.h"

namespace anomalloc {

struct FoundSite;

/// One object serves one module. All facts about a function must be collected
/// before the code that counts is inserted: analyses are not kept valid.
class Recorder : public ThreadState {
public:
  Recorder(llvm::Module &M, llvm::GlobalVariable &Unit);

  /// Inserts code that counts the events of \p Site. With \p InMakersAlone, the
  /// code also counts them at the maker call in progress.
  void recordSite(const FoundSite &Site, unsigned Slot, bool InMakersAlone);

  /// Inserts code before \p Before that adds 1 to \p EntriesSlot, and
  /// \p Iterations (unless null) to \p IterationsSlot.
  void recordLoop(llvm::Instruction *Before, unsigned EntriesSlot,
                  llvm::Value *Iterations, unsigned IterationsSlot);

  /// Inserts code before \p Before that adds \p Number (null: 1) to \p Slot.
  void recordIterations(llvm::Instruction *Before, unsigned Slot,
                        llvm::Value *Number);

private:
  using OwnBlock = std::pair<llvm::Value *, llvm::Value *>;
  using SplitBlocks = std::pair<llvm::Instruction *, llvm::Instruction *>;

  void tellDevices(llvm::IRBuilderBase &B, unsigned Counts);
  void recordHeapOrPool(const FoundSite &Site, unsigned Slot,
                        bool InMakersAlone);
  void recordMade(const FoundSite &Site, llvm::Value *Tls, llvm::Value *Blocks,
                  llvm::Instruction *After);
  llvm::Value *recordDynamic(const FoundSite &Site, unsigned Slot,
                             llvm::Value *Tls, llvm::Instruction *After);
  void recordLeading(llvm::CallBase &Call, unsigned Slot, bool InMakersAlone);
  llvm::Value *callerBase(llvm::IRBuilderBase &B);
  OwnBlock ownBlock(llvm::IRBuilderBase &B, llvm::Value *Tls,
                    bool OfPools = false);
  llvm::Value *block(llvm::IRBuilderBase &B, llvm::Value *Blocks,
                     llvm::Value *UnitIndex);
  llvm::Value *blocks(llvm::IRBuilderBase &B, llvm::Value *Tls, bool OfPools);
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
  llvm::Type *Ptr;
  llvm::FunctionCallee Event, EventDynamic, Add, Made;
  bool IsX86_64;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_RECORD_H
