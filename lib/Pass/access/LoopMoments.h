//===- LoopMoments.h - moments of accesses in loops -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// When a block was last accessed, in loops without calls. There the thread
/// allocates nothing, so it is enough to note the moment when the loop ends: at
/// the address that was accessed last. A variable keeps the address, which
/// becomes a register.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_ACCESS_LOOPMOMENTS_H
#define ANOMALLOC_PASS_ACCESS_LOOPMOMENTS_H

#include "access/Accesses.h"
#include "access/SecondBody.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>

namespace llvm {
class AllocaInst;
class DominatorTree;
class Function;
class Loop;
class LoopInfo;
} // namespace llvm

namespace anomalloc {

class LoopMoments {
public:
  /// Finds the accesses in loops without calls in \p Body, whose code must not
  /// have changed yet. Gives these loops blocks of their own in front of them
  /// and behind them; \p LI and \p DT learn of it.
  LoopMoments(llvm::Function &F, const SecondBody &Body, llvm::LoopInfo &LI,
              llvm::DominatorTree &DT);

  /// Keeps the address of \p A, if its moment is noted behind a loop.
  bool keep(const BlockAccess &A);

  /// Calls Note(Before, Pointer) behind each loop, for the address that each
  /// object was accessed at last. Null: it was not accessed.
  void
  finish(llvm::function_ref<void(llvm::Instruction *, llvm::Value *)> Note);

private:
  /// A loop whose end is the moment of accesses.
  struct NotingLoop {
    llvm::Instruction *InFront;
    llvm::SmallVector<llvm::BasicBlock *, 2> Exits;
    llvm::MapVector<const llvm::Value *, llvm::AllocaInst *> Last;
  };

  void prepare(llvm::Loop &L, llvm::LoopInfo &LI, llvm::DominatorTree &DT);
  /// The outermost loop without calls around \p L's code in which \p Object is
  /// one value; or null.
  NotingLoop *outermostLoop(const llvm::Loop *L,
                            const llvm::Value &Object) const;

  llvm::Function &F;
  std::deque<NotingLoop> Loops;
  llvm::DenseMap<const llvm::Loop *, NotingLoop *> Of;
  llvm::DenseMap<const llvm::Instruction *, NotingLoop *> NotedBehind;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_ACCESS_LOOPMOMENTS_H
