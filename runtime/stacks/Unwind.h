//===- Unwind.h - from a frame to its caller's ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks the stack by call frame information, and where there is none by frame
/// pointers. Async-signal-safe, any thread: objects are found by
/// _dl_find_object(3), and rules that were computed once are kept in a table
/// that is read without a lock.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_UNWIND_H
#define ANOMALLOC_RUNTIME_STACKS_UNWIND_H

#include "process/System.h"
#include "stacks/CallFrameInfo.h"
#include "stacks/DwarfExpression.h"

namespace anomalloc::runtime {

struct Process;

/// The rules of nearly all frames, in few bytes. They are simple: the CFA is
/// the stack pointer or the frame pointer plus an offset, and each saved
/// register is at a fixed distance from the CFA. So is the return address: it
/// is the word below the CFA, or one of the saved registers
/// (ReturnsByRegister).
struct PackedRules {
  enum : uint8_t {
    Simple = 1,
    Complex, ///< Not simple: the rules must be computed at each step.
    NoCaller ///< The outermost frame.
  };
  static constexpr unsigned NumSaved = sizeof(SavedRegisters);
  static constexpr int16_t NotSaved = INT16_MIN;

  uint8_t Kind;
  uint8_t CfaRegister;
  int16_t Saved[NumSaved]; ///< In words from the CFA, or NotSaved.
  int32_t CfaOffset;
};

/// Leads from a place in the code to its rules. Valid when zeroed; part of
/// Process.
class RuleCache {
public:
  /// Sets \p Out to the rules for \p Place. Returns false if they are not in
  /// the cache.
  bool find(uint64_t Place, PackedRules &Out) const;
  void insert(Process &P, uint64_t Place, const PackedRules &Rules);
  /// Forgets all rules. Called when code was unloaded, because other code may
  /// be loaded at its addresses.
  void forgetAll() { __atomic_fetch_add(&Generation, 1, __ATOMIC_RELEASE); }
  uint32_t generation() const {
    return __atomic_load_n(&Generation, __ATOMIC_ACQUIRE);
  }

private:
  struct Entry {
    uint64_t Place; ///< 0: free; all ones: being written.
    uint32_t Generation;
    PackedRules Rules;
  };
  static constexpr uint32_t Capacity = 1 << 16;
  static constexpr uint32_t MaxProbes = 16;
  Entry *table(Process &P);

  Entry *Table;
  uint32_t Generation;
};

/// The words of the stack that one step read and relied on.
struct WordsRead {
  static constexpr unsigned MaxOthers = 8;
  const uint64_t *ReturnAddress; ///< Where a simple step read it, or null.
  const uint64_t *FramePointer; ///< Where a simple step read the frame pointer.
  unsigned NumOthers;
  const uint64_t *Others[MaxOthers];
  /// Whether the step relied on more than is listed here.
  bool Untold;
};

/// A frame: the address at which its code goes on (Pc), and where the values of
/// its registers are.
struct FrameCursor {
  uint64_t Pc;
  uint64_t StackPointer;
  /// Whether Pc is an instruction that was interrupted. Else Pc is a return
  /// address.
  bool Interrupted;
  /// Whether the step to this frame went by frame pointer, without call frame
  /// information.
  bool ByFramePointer;
  /// Where the value of each register in this frame is stored; null: lost.
  /// RegReturn is known in an interrupted frame alone, if it is a register.
  const uint64_t *Registers[NumRegisters];

  /// An address inside the instruction that the frame is executing: its call,
  /// or the instruction that was interrupted.
  uint64_t place() const { return Interrupted ? Pc : Pc - 1; }
};

enum class StepResult {
  Caller,    ///< The cursor is at the caller's frame.
  Outermost, ///< There is no caller.
  Cut,       ///< The caller is not known.
};

/// The memory that steps work in. It is too large for a small stack of the
/// program's. Must outlive the cursor. Need not be initialized.
struct StepSpace {
  uint64_t Kept[NumRegisters]; ///< Values of registers that are not in memory.
  uint64_t Next[NumRegisters]; ///< Will be Kept when the step is done.
  RuleSpace Rules;
  Operands Computed;
};

/// An upper bound in bytes for the size of a frame whose caller is on the same
/// stack.
inline constexpr uint64_t LargestFrame = uint64_t(1) << 30;

/// Whether a frame with the stack pointer \p From can have a caller with the
/// stack pointer \p To on the same stack.
inline bool ascends(uint64_t From, uint64_t To) {
  return To > From && To - From < LargestFrame && To % 8 == 0;
}

/// Finds the rules for the code address \p Place. If Out.Kind is Complex, they
/// are in Space.Rules. Returns false if there is no call frame information.
bool findPackedRules(Process &P, uint64_t Place, StepSpace &Space,
                     PackedRules &Out);

/// Moves \p Frame on to the caller's frame. Sets \p Words to the words of the
/// stack that this step relied on.
StepResult stepToCaller(Process &P, FrameCursor &Frame, StepSpace &Space,
                        WordsRead &Words);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_UNWIND_H
