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
///             ; parent (an element; -1: none), ordinal in its function,
///             ; LoopKind, function, debug locations of the loop's calls
/// \endcode
/// A mark costs nothing in the estimates of the inliner. No pass merges marks
/// of two different loops, or drops a mark that is reached. Only loops with
/// calls have marks. If, after inlining, no call in a loop may allocate,
/// LoopMarksPruner removes the loop's marks before loops are optimized. So the
/// marks do not keep such a loop from being vectorized.
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

/// Inserts the marks. Runs as `-passes=anomalloc-loops`, before all
/// optimization; a module that comes to AnomallocPass without marks is marked
/// there. Does nothing to a module that was marked.
class LoopMarksPass : public llvm::PassInfoMixin<LoopMarksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Removes the marks of loops without calls that may allocate. Runs after
/// inlining into a function, and before the loops of that function are
/// optimized (Plugin.cpp).
class LoopMarksPruner : public llvm::PassInfoMixin<LoopMarksPruner> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// A mark: behind Call begins an iteration of a loop. Loop is the index of that
/// loop in markedLoops().
struct LoopMark {
  llvm::CallInst *Call;
  unsigned Loop;
};

enum class LoopKind {
  Natural,
  Irreducible, ///< A cycle with several ways in: it has no marks.
  Unclear,     ///< No loop: calls of several loops share its debug locations.
};

/// One element of the list !anomalloc.loops.
struct MarkedLoop {
  std::optional<unsigned> Parent; ///< The index of its element.
  unsigned Ordinal;               ///< Index among the loops of Origin.
  /// The function of the source that holds the loop and its parent. Null if the
  /// function no longer exists.
  const llvm::Function *Origin;
  LoopKind Kind;
  /// The debug locations of the calls that stand in the loop itself, and not in
  /// a loop inside it. Calls elsewhere have other locations, except calls that
  /// only an exception leads to.
  llvm::SmallVector<const llvm::DILocation *, 4> Calls;
};

llvm::SmallVector<LoopMark, 0> loopMarks(llvm::Module &M);
llvm::SmallVector<MarkedLoop, 0> markedLoops(const llvm::Module &M);

/// Removes the marks and the list of loops from \p M.
void forgetLoopMarks(llvm::Module &M);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_LOOPMARKS_H
