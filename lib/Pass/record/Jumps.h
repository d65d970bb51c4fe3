//===- Jumps.h - calls that may become jumps --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A maker call that counts is no jump: Caller is put back behind it, and its
/// line must be on the stack. But a chain of jumps, as of a state machine whose
/// states call each other, needs no stack. If all jumps became real calls, the
/// chain would overflow the stack. So only the first call of a chain becomes a
/// real one, and the others stay jumps. Blocks that the jumps lead to are
/// counted at the line of the first call, the only line on the stack.
///
/// If a function was entered by the first call of a chain, or by the jumps that
/// follow the call, the return address of the function is right below the stack
/// pointer at the first call. The field Jump of the thread's state says where
/// that return address is. (The names are those of anomalloc/Abi.h.)
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
/// Why the slot is added to Jump: where an exception that left the call is
/// caught, Caller is put back, but Jump is not. Then %entry has another slot
/// than the old Jump, so the two are not equal.
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

/// Whether \p Call may become a jump if its function returns \p Returned behind
/// the call.
bool passesOn(const llvm::CallInst &Call, const llvm::Value *Returned);

/// Whether \p Call must become a jump (musttail), or may become a jump because
/// only the return follows behind it.
bool isInTailPosition(const llvm::CallBase &Call);

/// Whether, in a chain of jumps that holds \p Call, the first call can be a
/// real call. It cannot if \p Call is musttail, or has arguments on the stack,
/// or if the target is not x86-64.
bool canBeFirstOfChain(const llvm::CallBase &Call);

/// Inserts code that decides each time whether \p Call is the first of its
/// chain: if so, it is a real call, else a jump. canBeFirstOfChain() must hold
/// for \p Call. \p Before is the value of Caller when the function was entered.
/// \p Slot is the slot of \p Call.
void keepChain(llvm::CallInst &Call, llvm::Value *Before, unsigned Slot,
               Recorder &Record);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_JUMPS_H
