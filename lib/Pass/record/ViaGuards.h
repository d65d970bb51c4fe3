//===- ViaGuards.h - where a leading call is left early ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Around a leading call the thread's Via says whom to charge. Two ways lead
/// out of it other than its return. An exception: where it may be caught,
/// \code
///   %e = landingpad { ptr, i32 } catch ptr null
///   store volatile ptr null, Via
///   store volatile i64 0, Asking
/// \endcode
/// And a callback into the program, when __kmpc_fork_call and its kin run an
/// outlined function: its own dark events are not the fork's.
/// \code
///   define internal void @main.omp_outlined(...) {
///     %via = load ptr, Via
///     %slot = load i32, ViaSlot
///     store volatile ptr null, Via
///     ...
///     store volatile i32 %slot, ViaSlot
///     store volatile ptr %via, Via
///     ret void
/// \endcode
/// And a handler of a signal, which may run between a site's mark and its call.
/// It does the same, with Asking too: its own events are not that site's, and
/// the site's next event is its own.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_VIAGUARDS_H
#define ANOMALLOC_PASS_RECORD_VIAGUARDS_H

namespace llvm {
class Function;
class LandingPadInst;
} // namespace llvm

namespace anomalloc {

class Recorder;

void resetAtCatch(llvm::LandingPadInst &Pad, Recorder &Record);
void guardCallback(llvm::Function &F, Recorder &Record);
void guardHandler(llvm::Function &F, Recorder &Record);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_VIAGUARDS_H
