//===- LoopMarks.h - where iterations of the source's loops begin -*- C++ -*-=//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The optimizer rotates loops, takes their first iterations out, and unrolls
/// them. So iterations are marked before the optimizer begins. A mark stands
/// where the body of a loop is entered, and each copy of the body gets a copy
/// of the mark:
/// \code
///   call void @llvm.var.annotation(ptr null, ptr @anomalloc.iteration,
///                                  ptr null, i32 7, ptr null)
///   !anomalloc.loops = !{..., !8, ...}          ; the element 7:
///   !8 = !{i32 3, i32 1, i32 0, ptr @f, !20, !21}
///                 ; parent (-1: none), number in its function, LoopKind,
///                 ; function, places of calls in it
/// \endcode
/// A mark costs nothing in the estimates of the inliner. No pass merges marks
/// of two different loops, or drops a mark that is reached. Only loops with
/// calls have marks. If inlining left no call that may allocate in a loop,
/// LoopMarksPruner removes the marks before loops are optimized. So the marks
/// do not keep such a loop from being vectorized.
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

/// Runs between inlining into a function and the optimization of its loops
/// (Plugin.cpp).
class LoopMarksPruner : public llvm::PassInfoMixin<LoopMarksPruner> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// A mark. An iteration of the loop with the number Loop begins behind Call.
struct LoopMark {
  llvm::CallInst *Call;
  unsigned Loop;
};

enum class LoopKind {
  Natural,
  Irreducible, ///< A cycle with several ways in: it has no marks.
  Unclear,     ///< No loop: the places shared by calls of several loops.
};

/// One element of the list !anomalloc.loops.
struct MarkedLoop {
  std::optional<unsigned> Parent; ///< In the same function of the source.
  unsigned Ordinal;               ///< Among the loops of that function.
  /// The function of the source that holds the loop, if it still exists.
  const llvm::Function *Origin;
  LoopKind Kind;
  /// The places of the calls that stand in the loop itself, and not in a loop
  /// inside it. Calls elsewhere have other places.
  llvm::SmallVector<const llvm::DILocation *, 4> Calls;
};

llvm::SmallVector<LoopMark, 0> loopMarks(llvm::Module &M);
llvm::SmallVector<MarkedLoop, 0> markedLoops(const llvm::Module &M);

/// Removes the marks and the list of loops from \p M.
void forgetLoopMarks(llvm::Module &M);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_LOOPMARKS_H
