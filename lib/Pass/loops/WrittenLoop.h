//===- WrittenLoop.h - a loop as clang writes it ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_LOOPS_WRITTENLOOP_H
#define ANOMALLOC_PASS_LOOPS_WRITTENLOOP_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace llvm {
class BranchInst;
class DILocation;
} // namespace llvm

namespace anomalloc {

/// The debug locations of a function's calls of OpenMP's runtime.
using Directives = llvm::SmallPtrSet<const llvm::DILocation *, 4>;
Directives findDirectives(const llvm::Function &F);

/// A loop before all optimization.
class WrittenLoop {
public:
  WrittenLoop(const llvm::Loop &L, const llvm::DominatorTree &DT,
              const Directives &Shared);

  /// Whether a directive of OpenMP divides the iterations among threads. A
  /// schedule that deals out pieces makes a second loop around this loop, with
  /// the same start().
  bool isShared() const { return IsShared; }

  /// The debug location of the loop statement, or of the directive if
  /// isShared(). Null if it is not known.
  llvm::DILocation *start() const { return Start; }

  /// The branch at the condition of `while (...)` or `for (...)`, whose first
  /// successor is the body. Null if there is none: then each pass through the
  /// header is an iteration.
  llvm::BranchInst *condition() const;

private:
  llvm::BranchInst *leavingBranch() const;

  const llvm::Loop &L;
  const llvm::DominatorTree &DT;
  llvm::BasicBlock *End = nullptr;
  llvm::DILocation *Start = nullptr;
  bool IsShared = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_WRITTENLOOP_H
