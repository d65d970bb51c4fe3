//===- ViaGuards.h - where a leading call is left early ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Around a leading call, the thread's Via says which call to charge. Via must
/// change where other code runs before the call has returned. One case is an
/// exception. Where it may be caught:
/// \code
///   %e = landingpad { ptr, i32 } catch ptr null
///   store volatile ptr null, Via
///   store volatile i64 0, Asking
/// \endcode
/// Another case is a callback into the program, when __kmpc_fork_call and its
/// kin run an outlined function. The dark events of this function are not the
/// fork's:
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
/// The last case is a handler of a signal, which may run when a site has set
/// Asking, but has not made its call yet. The handler does the same as a
/// callback, with Asking too: the events of the handler are not the site's, and
/// the next event after the handler is the site's own.
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
