//===- Landings.h - where control comes back by another way -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a function goes on though calls below it did not return: what their
/// code would have put back in the thread's state is not put back there. Blocks
/// may be split.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_LANDINGS_H
#define ANOMALLOC_PASS_RECORD_LANDINGS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
class LandingPadInst;
} // namespace llvm

namespace anomalloc {

/// Whether other stacks run before \p Call returns.
bool switchesStacks(const llvm::CallBase &Call);

/// The pad of a function that must not throw: std::terminate is next.
bool terminates(const llvm::LandingPadInst &Pad);

/// In front of what runs when setjmp returns, the first time, too.
llvm::SmallVector<llvm::Instruction *, 2> findSecondReturns(llvm::Function &F);

/// In front of what runs when the stack is this function's again.
llvm::SmallVector<llvm::Instruction *, 2> findSwitches(llvm::Function &F);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_LANDINGS_H
