//===- MakerGuards.h - which maker call is in progress ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Around a maker call, the thread's Caller says which maker call is in
/// progress:
/// \code
///   %caller = load atomic i64, element of @anomalloc.callers monotonic
///   store volatile i64 %caller, Caller
///   call void @_ZN6VectorC1Em(...)
///   asm "movq __anomalloc_tls@GOTTPOFF(%rip), $0; movq $$0, %fs:32($0)"
/// \endcode
/// Where it costs less, Caller becomes 0 once, where the function is left:
/// before `ret`, and before a call that may become a jump.
///
/// A function that asks for Caller, or keeps Caller (CallerKeepers.h), loads
/// Caller in front of the first call that may change it. Behind each such call,
/// the function puts Caller back if it may ask for Caller afterwards, or if it
/// keeps Caller and may return afterwards:
/// \code
///   %before = load volatile i64, Caller
///   call void @draw(...)
///   store volatile i64 %before, Caller
/// \endcode
/// Caller is also put back where calls below did not return: where exceptions
/// are caught, and behind setjmp and swapcontext.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_MAKERGUARDS_H
#define ANOMALLOC_PASS_RECORD_MAKERGUARDS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
class Instruction;
class LandingPadInst;
class TargetLibraryInfo;
} // namespace llvm

namespace anomalloc {

class MakerCalls;
class Recorder;
struct CountedCall;

/// The calls and landing pads of one function that set or change Caller.
struct CallerPlaces {
  llvm::ArrayRef<CountedCall> Counting; ///< The function's maker calls.
  /// Other calls, behind which Caller may be 0. Empty unless Asks.
  llvm::ArrayRef<llvm::CallBase *> Changing;
  llvm::ArrayRef<llvm::LandingPadInst *> Catches;
  bool Asks = false;  ///< CallerKeepers::asks().
  bool Keeps = false; ///< CallerKeepers::keeps().
};

/// Makes the maker calls of \p F count, and puts Caller back. \p Callers is
/// the array with the value of Caller for each maker call of the unit
/// (UnitDescriptor.h). It is null if no call of the unit counts.
void guardCaller(llvm::Function &F, const CallerPlaces &Places,
                 llvm::GlobalVariable *Callers, const MakerCalls &Makers,
                 const llvm::TargetLibraryInfo &TLI, Recorder &Record);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_MAKERGUARDS_H
