//===- MakerGuards.h - which maker call is in progress ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Around a maker call the thread's Caller says which one it is:
/// \code
///   %before = load volatile i64, Caller
///   %base = load atomic i64, CallerBase of @anomalloc.unit monotonic
///   store volatile i64 (or %base, slot), Caller
///   call void @_ZN6VectorC1Em(...)
///   store volatile i64 %before, Caller
/// \endcode
/// A function whose maker calls are many, and which is no maker itself, loads
/// it once, where it is entered, and puts it back once, where it is left:
/// before `ret`, and before a call that may become a jump. In between, whoever
/// asks has set it anew.
///
/// Where calls below did not return, nobody else puts it back:
/// \code
///   %e = landingpad { ptr, i32 } catch ptr null        ; and behind setjmp,
///   store volatile i64 %before, Caller                 ; swapcontext
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_MAKERGUARDS_H
#define ANOMALLOC_PASS_MAKERGUARDS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class LandingPadInst;
class TargetLibraryInfo;
} // namespace llvm

namespace anomalloc {

class Recorder;
struct CountedCall;

/// Makes \p Calls of \p F count. \p IsMaker: \p F is one itself.
void recordMakerCalls(llvm::Function &F, llvm::ArrayRef<CountedCall> Calls,
                      bool IsMaker, const llvm::TargetLibraryInfo &TLI,
                      Recorder &Record);

/// Puts Caller back at \p Catches, and where setjmp and swapcontext return in
/// \p Functions.
void keepCallers(llvm::ArrayRef<llvm::Function *> Functions,
                 llvm::ArrayRef<llvm::LandingPadInst *> Catches,
                 Recorder &Record);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_MAKERGUARDS_H
