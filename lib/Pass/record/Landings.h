//===- Landings.h - where control comes back by another way -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds where a function goes on though calls below it did not return. The
/// functions that were skipped did not put the thread's state back, so it must
/// be put back here. Basic blocks may be split.
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

/// Whether code on other stacks runs before \p Call returns.
bool switchesStacks(const llvm::CallBase &Call);

/// Whether \p Pad belongs to a function that must not throw. Such a pad calls
/// std::terminate.
bool terminates(const llvm::LandingPadInst &Pad);

/// Finds where \p F goes on after each call that may return twice, such as
/// setjmp. Code that is inserted in front of a returned instruction runs on
/// every return of the call, also on the first one.
llvm::SmallVector<llvm::Instruction *, 2> findSecondReturns(llvm::Function &F);

/// Finds where \p F goes on after each call that switches stacks. Code that is
/// inserted in front of a returned instruction runs when the stack is that of
/// \p F again.
llvm::SmallVector<llvm::Instruction *, 2> findSwitches(llvm::Function &F);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_LANDINGS_H
