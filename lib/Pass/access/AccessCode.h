//===- AccessCode.h - the code that counts accesses -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inserts the code that counts an access in front of it (anomalloc/Access.h).
/// For 8 bytes at %p:
/// \code
///     %slot = getelementptr i8, ptr %window, (%p & (2^38 - 8))
///     %old = load volatile i32, ptr %slot                ; of a read
///     br (icmp uge (add %old, -1), LIMIT), label %slow, label %fast
///   slow:                                                ; unlikely
///     call preserve_mostcc void @__anomalloc_access_read(ptr %slot, i32 8)
///   fast:
///     ; one instruction, so that a signal handler never sees half of it
///     store (add (load i32, ptr %slot), 8), ptr %slot
///   done:
///     store i32 %clock, ptr getelementptr(%last, ((%p >> 4) & (2^34 - 4)))
/// \endcode
/// Wider accesses count each 8 bytes by themselves. In a basic block, the slot
/// is computed once for all fields of an object, and the moment is noted once
/// for the object between two calls.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_ACCESS_ACCESSCODE_H
#define ANOMALLOC_PASS_ACCESS_ACCESSCODE_H

#include "access/Accesses.h"
#include "access/SecondBody.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/DerivedTypes.h"

namespace llvm {
class BasicBlock;
class MemIntrinsic;
class Module;
} // namespace llvm

namespace anomalloc {

class LoopMoments;
class RecordBuilder;

/// One object serves one module.
class AccessCode {
public:
  explicit AccessCode(llvm::Module &M);

  /// Counts all accesses in \p Block, a block of \p Body, but \p Counted.
  /// Splits \p Block. \p Moments may be null.
  void countAll(llvm::BasicBlock &Block, const SecondBody &Body,
                const llvm::DenseSet<llvm::Instruction *> &Counted,
                LoopMoments *Moments);

  /// Counts \p All in front of \p Before, where their pointers are known.
  void countAt(llvm::Instruction *Before, llvm::ArrayRef<BlockAccess> All,
               const SecondBody &Body, LoopMoments *Moments);

  /// Notes, in front of \p Before, that \p Pointer was accessed.
  void noteMomentAt(llvm::Instruction *Before, llvm::Value *Pointer,
                    const SecondBody &Body);

  /// Inserts, before \p Before, the count of a series of accesses like \p One:
  /// \p Count of them, the first at \p First, each other one \p Stride bytes
  /// behind the one before.
  void countSeries(llvm::Instruction *Before, const BlockAccess &One,
                   const SecondBody &Body, llvm::Value *First, int64_t Stride,
                   llvm::Value *Count);

private:
  /// What is known in one basic block.
  struct Known {
    Known(const SecondBody &Body, LoopMoments *Moments)
        : Body(Body), Moments(Moments) {}
    const SecondBody &Body;
    LoopMoments *Moments;
    /// The slots of objects that begin at a multiple of 8.
    llvm::DenseMap<llvm::Value *, llvm::Value *> Slots;
    /// For each pointer, the number of its slot in the window.
    llvm::DenseMap<llvm::Value *, llvm::Value *> Numbers;
    llvm::Value *Clock = nullptr;
    /// Objects whose moment was noted since the last call.
    llvm::DenseSet<const llvm::Value *> Noted;
  };

  void count(const BlockAccess &A, Known &K);
  void countPiece(const BlockAccess &A, llvm::Value *Slot, uint64_t Number,
                  uint64_t Size);
  void countMasked(llvm::Instruction &I, const MaskedAccess &A,
                   const SecondBody &Body);
  void countMemIntrinsic(llvm::MemIntrinsic &I, Known &K);
  void noteMoment(const BlockAccess &A, Known &K);
  void storeMoment(RecordBuilder &B, llvm::Value *Now, llvm::Value *Number,
                   const SecondBody &Body);
  llvm::Value *readClock(RecordBuilder &B);
  llvm::Value *slotOf(const BlockAccess &A, Known &K, uint64_t &Number);
  llvm::Value *numberOf(RecordBuilder &B, llvm::Value *Pointer, Known &K);
  llvm::Value *computeSlot(RecordBuilder &B, llvm::Value *Pointer, Known &K);
  void countRange(RecordBuilder &B, Known &K, llvm::Value *Pointer,
                  llvm::Value *Size, unsigned Kind);

  llvm::Type *I32, *I64, *Ptr;
  llvm::FunctionCallee Read, Write, Range, Series, Lanes, Move, Set;
  llvm::Value *Clock;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_ACCESS_ACCESSCODE_H
