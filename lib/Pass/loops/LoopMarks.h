//===- LoopMarks.h - where iterations of the source's loops begin -*- C++ -*-=//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The optimizer rotates loops, takes their first iterations out, and unrolls
/// them. So iterations are marked before it begins, where the body of a loop is
/// entered, and each copy of the body takes its mark along:
/// \code
///   call void @llvm.var.annotation(ptr null, ptr @anomalloc.iteration,
///                                  ptr null, i32 7, ptr null)
///   !anomalloc.loops = !{..., !8, ...}          ; the element 7:
///   !8 = !{i32 3, i32 1, i32 0, ptr @f, !20, !21}
///                 ; parent (-1: none), number in its function, LoopKind,
///                 ; function, places of calls in it
/// \endcode
/// A mark is free for the inliner, nobody merges two of different loops, and
/// nobody drops one that is reached. Only loops with calls have marks. Where
/// inlining left none that may allocate, they are taken away before loops are
/// optimized (LoopMarksPruner), so that they keep nobody from vectorizing.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_LOOPS_LOOPMARKS_H
#define ANOMALLOC_PASS_LOOPS_LOOPMARKS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
class DILocation;
} // namespace llvm

namespace anomalloc {

/// `-passes=anomalloc-loops`, before all optimization. Does nothing to a module
/// that has marks.
class LoopMarksPass : public llvm::PassInfoMixin<LoopMarksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// `-passes='function(anomalloc-loops-prune)'`, between inlining into a
/// function and the optimization of its loops.
class LoopMarksPruner : public llvm::PassInfoMixin<LoopMarksPruner> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// An iteration of the loop of that number begins behind the call.
struct LoopMark {
  llvm::CallInst *Call;
  unsigned Loop;
};

enum class LoopKind {
  Natural,
  Irreducible, ///< A cycle with several ways in: it has no marks.
  Unclear,     ///< No loop: the places that calls in several loops share.
};

/// What is known of a loop that has marks.
struct MarkedLoop {
  std::optional<unsigned> Parent; ///< In the same function of the source.
  unsigned Ordinal;               ///< Among the loops of that function.
  /// That function, if it still is there.
  const llvm::Function *Origin;
  LoopKind Kind;
  /// Of the calls that stand in it, and in no loop in it. Calls elsewhere have
  /// other ones.
  llvm::SmallVector<const llvm::DILocation *, 4> Calls;
};

llvm::SmallVector<LoopMark, 0> loopMarks(llvm::Module &M);
llvm::SmallVector<MarkedLoop, 0> markedLoops(const llvm::Module &M);

/// Takes all of it away.
void forgetLoopMarks(llvm::Module &M);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_LOOPMARKS_H
