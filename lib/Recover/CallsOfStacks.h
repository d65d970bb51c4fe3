//===- CallsOfStacks.h - who called whom, by stacks -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_CALLSOFSTACKS_H
#define ANOMALLOC_RECOVER_CALLSOFSTACKS_H

#include "Recover/CodeOfRun.h"

namespace anomalloc {

/// Tells CodePlace::LoopDepth of the places on stacks of code that the pass did
/// not see.
///
/// Also adds a call edge to \p P for each pair of functions that stand one
/// above the other on a stack of code that the pass did not see (functionOf).
/// The pass makes such edges from code. Here only calls that happened are
/// known, with the loops around them in machine code.
void addCallsOfStacks(Profile &P, CodeOfRun &Code);

/// A function that leaves by a jump is on no stack, and what it jumps to may
/// have no symbol, as in libgfortran. But the call names the function. Where no
/// stack names the level below a call, and the call names a function of a
/// language's library (isLibraryName), that function becomes the innermost of
/// CodePlace::Levels of the call. So no level has its number in debug
/// information any more: it must be the last step.
void nameCallsOfLibraries(Profile &P, CodeOfRun &Code);

} // namespace anomalloc

#endif // ANOMALLOC_RECOVER_CALLSOFSTACKS_H
