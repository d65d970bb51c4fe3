//===- Exits.h - where a function is left -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_EXITS_H
#define ANOMALLOC_PASS_RECORD_EXITS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class Instruction;
class TargetLibraryInfo;
} // namespace llvm

namespace anomalloc {

/// Finds the instructions that leave \p F: returns, and resumes of exceptions.
/// If a call may become a jump, the call itself is the exit. It can still
/// become a jump, so that chains of jumps need no stack. Blocks may be split.
llvm::SmallVector<llvm::Instruction *, 8>
findExits(llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_EXITS_H
