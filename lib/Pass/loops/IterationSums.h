//===- IterationSums.h - iterations that are added up in registers -*- C++ -*-//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the marks of iterations (LoopMarks.h) count. If each iteration makes a
/// call, each mark increments the counter in memory. A loop that makes calls
/// seldom, such as one that appends to a vector, keeps the sum in a register:
/// \code
///   loop:
///     %sum = phi i64 [ 0, %preheader ], ...
///     %sum.next = add i64 %sum, 1
///     ...
///   grow:                                    ; seldom
///     asm "addq %sum.next, iterations"       ; the call may leave the loop
///     call void @grow()                      ; the sum is 0 again
///   exit:
///     asm "addq %sum.next, iterations"
/// \endcode
/// So nothing is lost when a call throws, jumps, or ends the process.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_LOOPS_ITERATIONSUMS_H
#define ANOMALLOC_PASS_LOOPS_ITERATIONSUMS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace anomalloc {

class Recorder;

/// A mark of an iteration, and the slot that the mark counts in.
struct CountedMark {
  llvm::CallInst *Call;
  unsigned Slot;
};

/// Makes the marks of \p F count.
void recordIterations(llvm::Function &F, llvm::ArrayRef<CountedMark> Marks,
                      Recorder &Record);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_ITERATIONSUMS_H
