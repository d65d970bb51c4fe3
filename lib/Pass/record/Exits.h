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
/// If the call in front of a return may become a jump, the call is the exit, in
/// place of the return. So code for the exit stands before the call, which can
/// still become a jump: chains of jumps need no stack. Splits basic blocks
/// where necessary.
llvm::SmallVector<llvm::Instruction *, 8>
findExits(llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_EXITS_H
