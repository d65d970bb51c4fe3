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

/// The rules of nearly all frames, in 32 bytes: the CFA is a register plus an
/// offset, the return address stands below it, and saved registers do too.
struct PackedRules {
  enum : uint8_t {
    Simple = 1,
    Complex, ///< Not of that form: to be computed again.
    NoCaller ///< The outermost frame.
  };
  static constexpr unsigned NumSaved = 6; ///< rbx, rbp, r12 to r15.
  static constexpr unsigned SavedRbp = 1;
  static constexpr int16_t NotSaved = INT16_MIN;

  uint8_t Kind;
  uint8_t CfaRegister;
  int16_t Saved[NumSaved]; ///< Words from the CFA.
  int32_t CfaOffset;
};

/// Leads from a place in the code to its rules. Valid when zeroed; part of
/// Process.
class RuleCache {
public:
  /// False when \p Place is not there.
  bool find(uint64_t Place, PackedRules &Out) const;
  void insert(Process &P, uint64_t Place, const PackedRules &Rules);
  /// Code was unloaded: other code may come to its place.
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
  const uint64_t *ReturnAddress; ///< Where it was; null: none was read.
  const uint64_t *FramePointer;  ///< Where rbp was; null: it was not needed.
  unsigned NumOthers;
  const uint64_t *Others[MaxOthers];
  /// Whether the step relied on more than is listed here.
  bool Untold;
};

/// A frame: where it goes on, and where its registers are.
struct FrameCursor {
  uint64_t Pc;
  uint64_t StackPointer;
  /// Pc is an instruction that was interrupted, not behind a call.
  bool Interrupted;
  /// The caller was found by frame pointer.
  bool ByFramePointer;
  /// Where the value of each register in this frame is stored; null: lost.
  const uint64_t *Registers[NumRegisters];

  /// A place inside the instruction that is being executed.
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
  uint64_t Next[NumRegisters]; ///< The same for the next frame.
  RuleSpace Rules;
  Operands Computed;
};

/// No frame is larger, unless its caller is on another stack.
inline constexpr uint64_t LargestFrame = uint64_t(1) << 30;

/// Whether a frame that ends at \p From can be called by one that begins at
/// \p To, on the same stack.
inline bool ascends(uint64_t From, uint64_t To) {
  return To > From && To - From < LargestFrame && To % 8 == 0;
}

/// Finds the rules of \p Place. Returns false if there is no information.
/// Complex rules are left in \p Space.
bool findPackedRules(Process &P, uint64_t Place, StepSpace &Space,
                     PackedRules &Out);

/// Moves \p Frame to its caller's.
StepResult stepToCaller(Process &P, FrameCursor &Frame, StepSpace &Space,
                        WordsRead &Words);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_UNWIND_H
