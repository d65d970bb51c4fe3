//===- Jumps.h - calls that may become jumps --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A call that counts is no jump: the counter is put back behind it, and its
/// line must be on the stack. But a chain of jumps, as of a state machine whose
/// states call each other, needs no stack, and would overflow it now. So of
/// such a chain the first call becomes a real one, and the others stay jumps:
/// what they lead to is told at the line of the first, which is the only one on
/// the stack.
///
/// A function that such a call has entered, or jumps from there, has its return
/// address right below the stack pointer of the call. Jump of the thread's
/// state says where that is. (Names of anomalloc/Abi.h.)
/// \code
///     %before = load volatile i64, Caller
///     %outer = load volatile i32, Jump
///     %entry = llvm.addressofreturnaddress + %before         ; lower halves
///     br (icmp eq %outer, %entry), label %jump, label %call  ; unlikely
///   jump:
///     %q = tail call ptr @step(...)
///     ret ptr %q
///   call:
///     store volatile i64 (or %base, slot), Caller
///     store volatile i32 (llvm.stacksave - 8 + slot), Jump
///     %p = call ptr @step(...)
///     store volatile i32 %outer, Jump
///     store volatile i64 %before, Caller
///     ret ptr %p
/// \endcode
/// The slot is added, because an exception that leaves the call puts Caller
/// back where it is caught, but not Jump.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_JUMPS_H
#define ANOMALLOC_PASS_RECORD_JUMPS_H

namespace llvm {
class CallBase;
class CallInst;
class Value;
} // namespace llvm

namespace anomalloc {

class Recorder;

/// Whether \p Returned, what is returned behind \p Call, leaves the call free
/// to become a jump.
bool passesOn(const llvm::CallInst &Call, const llvm::Value *Returned);

/// Whether \p Call must become a jump, or what stands behind it leaves it free
/// to become one.
bool isInTailPosition(const llvm::CallBase &Call);

/// Whether the first of a chain of jumps that hold \p Call can be a real call:
/// not of musttail, not where arguments are on the stack, and on x86-64 alone.
bool canBeFirstOfChain(const llvm::CallBase &Call);

/// Leaves \p Call, which canBeFirstOfChain(), a jump where it is not the first
/// of its chain. \p Before: Caller, when the function was entered. \p Slot:
/// that of the call.
void keepChain(llvm::CallInst &Call, llvm::Value *Before, unsigned Slot,
               Recorder &Record);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_JUMPS_H
